internal import HTTPTypes
internal import Localization
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `/market` and `/market/{id}`: the catalogue and one product.
struct MarketPages: Sendable {
    private static let productsOnPage = 40
    private static let mostAtOnce = 1_000

    let services: Services

    @Sendable func list(_ asked: PageRequest) async throws -> PageAnswer {
        let (texts, search) = (asked.texts, asked.query["search_value"])
        let isList = asked.query["view"] == "list"
        let number = max(1, asked.query.first("page_no").flatMap(Int.init) ?? 1)
        let params = JSONWriter.object { writer in
            writer.member("page_no", number)
            writer.member("items_per_page", Self.productsOnPage)
            if !search.isEmpty { writer.member("search_value", search) }
        }
        let found = try await services.read(MarketMethod.productsList, of: .market, with: params) {
            MarketProductPage($0)
        }
        let catalogue = found.value
        let links = PageLinks(search: search, isList: isList)
        var page = Page("market", of: "market")
        page.positions = [found.position].compactMap(\.self)
        if asked.query["notice"] == "deleted" { page.notice = .ok(texts["js_deleted"]) }
        page.context["search"] = search
        page.context["is_search"] = !search.isEmpty
        page.context["is_list"] = isList
        page.context["is_grid"] = !isList
        page.context["grid_href"] = PageLinks(search: search, isList: false).href(1)
        page.context["list_href"] = PageLinks(search: search, isList: true).href(1)
        if catalogue.totalCount > 0 {
            let (number, last, total) = (catalogue.pageNo, catalogue.lastPage, catalogue.totalCount)
            page.context["place"] = texts("market_place", page: number, last: last, total: total)
        }
        page.context["products"] = catalogue.pages.map { ProductView($0, in: texts).row }
        page.context["is_empty"] = catalogue.pages.isEmpty
        page.context["empty_text"] = texts[search.isEmpty ? "market_none" : "market_none_found"]
        page.context["has_pages"] = catalogue.lastPage > 1
        page.context["has_prev"] = catalogue.hasPrev
        page.context["has_next"] = catalogue.hasNext
        page.context["prev_href"] = links.href(catalogue.pageNo - 1)
        page.context["next_href"] = links.href(catalogue.pageNo + 1)
        page.context["links"] = links.around(catalogue.pageNo, of: catalogue.lastPage)
        try await asked.showOutcome(on: &page, at: "/market", called: "market_title", of: .market, in: services) {
            MarketProduct($0)
        } show: {
            $1.notice = .ok(texts["js_deleted"])
        }
        return .page(page)
    }

    @Sendable func product(_ asked: PageRequest) async throws -> PageAnswer {
        let id = try asked.productID
        var (product, page) = try await page(of: id, asked)
        switch asked.query["notice"] {
        case "registered": page.notice = .ok(asked.texts["js_registered"])
        case "changed": page.notice = .ok(asked.texts["js_changed"])
        default: break
        }
        try await asked.showOutcome(
            on: &page,
            at: "/market/\(id)",
            called: "market_title",
            of: .market,
            in: services
        ) {
            MarketPurchaseReceipt($0)
        } show: { receipt, page in
            page.context["bought"] = [
                "text": asked.texts["receipt_title"], "id": receipt.id, "quantity": receipt.quantity,
                "sum": ProductView(product, in: asked.texts).sum(of: receipt.quantity),
                "time": receipt.createdAt + "Z", "time_text": PageTime.text(receipt.createdAt),
            ]
        }
        return .page(page)
    }

    @Sendable func purchase(_ asked: PageRequest) async throws -> PageAnswer {
        let id = try asked.productID
        let form = asked.form
        let (method, caller) = (MarketMethod.productsPurchase, asked.context.caller)
        try caller.role.require(method.role, for: method.name)
        let call = WebCall(method, of: .market, in: services, key: form["key"], by: caller)
        let params = JSONWriter.object { writer in
            writer.member("id", id)
            form.writeNumber("quantity", to: &writer)
        }
        do throws(Problem) {
            _ = try await call.reply(to: params)
            return asked.outcome(of: call.key, at: "/market/\(id)")
        } catch {
            return try await asked.answer(to: error, of: call.key, at: "/market/\(id)") { () throws(Problem) in
                try await refused(error, id: id, for: asked)
            }
        }
    }

    private func refused(_ problem: Problem, id: Int, for asked: PageRequest) async throws(Problem) -> Page {
        let (form, texts) = (asked.form, asked.texts)
        var (_, page) = try await page(of: id, asked)
        if problem.isOutcomeUnknown {
            page.status = .accepted
            let action = "/market/\(id)/purchases"
            page.context["unknown"] =
                UnknownOutcome(of: form, sentTo: action, called: "× \(form["quantity"])").context
        } else if let available = problem.error?.shortages.first?.available {
            page.status = problem.status
            let key = available == 0 ? "js_purchase_sold_out" : "js_purchase_shortage"
            page.context["shortage"] = ["text": texts(key, available: available)]
        } else {
            page.refuse(problem, in: texts)
        }
        return page
    }

    private func page(of id: Int, _ asked: PageRequest) async throws(Problem) -> (MarketProduct, Page) {
        let found = try await services.read(
            MarketMethod.productsGet,
            of: .market,
            with: JSONWriter.object { $0.member("id", id) }
        ) {
            MarketProduct($0)
        }
        var page = Page("market-product", of: "market")
        page.positions = [found.position].compactMap(\.self)
        page.data = [("product", found.json)]
        var product = ProductView(found.value, in: asked.texts).detail
        product["largest"] = min(found.value.stock, Self.mostAtOnce)
        page.context["product"] = product
        page.context["key"] = IdempotencyKey.make()
        return (found.value, page)
    }
}

extension PageRequest {
    /// The product that the path names.
    ///
    /// - Throws: ``Problem`` when it names none.
    var productID: Int {
        get throws(Problem) {
            guard let id = parameter("id").flatMap(Int.init) else { throw Problem(.notFound, "a product has a number") }
            return id
        }
    }
}
