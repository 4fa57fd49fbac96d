internal import HTTPTypes
internal import Localization
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `/juice`: the counter.
struct JuicePage: Sendable {
    private static let ordersOnPage = 50

    let services: Services

    @Sendable func show(_ asked: PageRequest) async throws -> PageAnswer {
        var (menu, page) = try await page(asked)
        try await asked.showOutcome(on: &page, at: "/juice", called: "juice_title", of: .juice, in: services) {
            JuiceOrderReceipt($0)
        } show: { receipt, page in
            page.context["served"] = Self.served(receipt, menu: menu.value, in: asked.texts)
        }
        return .page(page)
    }

    @Sendable func order(_ asked: PageRequest) async throws -> PageAnswer {
        try asked.context.role.require(JuiceMethod.order.role, for: JuiceMethod.order.name)
        let form = asked.form
        let params = JSONWriter.object { writer in
            writer.member("juice", form["juice"])
            form.writeNumber("quantity", to: &writer)
        }
        let call = WebCall(JuiceMethod.order, of: .juice, in: services, key: form["key"], by: asked.context.caller)
        do throws(Problem) {
            _ = try await call.reply(to: params)
            return asked.outcome(of: call.key, at: "/juice")
        } catch {
            return try await asked.answer(to: error, of: call.key, at: "/juice") { () throws(Problem) in
                try await refused(error, for: asked)
            }
        }
    }

    private func refused(_ problem: Problem, for asked: PageRequest) async throws(Problem) -> Page {
        let (form, texts) = (asked.form, asked.texts)
        var (menu, page) = try await page(asked)
        if problem.isOutcomeUnknown {
            let name =
                menu.value.juices.first { $0.key == form["juice"] }.map { texts.name(of: $0.name) } ?? form["juice"]
            page.status = .accepted
            page.context["unknown"] =
                UnknownOutcome(of: form, sentTo: "/juice", called: "\(name) × \(form["quantity"])").context
        } else if let shortages = problem.error?.shortages, !shortages.isEmpty {
            page.status = problem.status
            page.context["shortage"] = Self.shortage(shortages, menu: menu.value, in: texts)
        } else {
            page.refuse(problem, in: texts)
        }
        return page
    }

    /// `/juice/orders`: all of them, newest first.
    @Sendable func orders(_ asked: PageRequest) async throws -> PageAnswer {
        let menu = try await services.read(JuiceMethod.menu, of: .juice) { JuiceMenuResult($0) }
        let params = JSONWriter.object { writer in
            if let after = asked.query.first("after"), !after.isEmpty { writer.member("after", after) }
            writer.member("limit", Self.ordersOnPage)
        }
        let orders = try await services.read(JuiceMethod.orderList, of: .juice, with: params) { JuiceOrderPage($0) }
        var page = Page("juice-orders", of: "juice")
        page.context["orders"] = Self.rows(orders.value, menu: menu.value, in: asked.texts)
        page.context["has_orders"] = !orders.value.orders.isEmpty
        page.context["next_href"] = orders.value.next.map { "/juice/orders?after=\($0.percentEncoded)" }
        return .page(page)
    }

    private static func rows(_ page: JuiceOrderPage, menu: JuiceMenuResult, in texts: TextTable) -> [[String: Any]] {
        page.orders.map { order in
            let juice = menu.juices.first { $0.key == order.juice }
            return [
                "id": order.id, "name": juice.map { texts.name(of: $0.name) } ?? order.juice,
                "quantity": order.quantity, "art": Drawing.juice(order.juice),
                "time": order.time, "time_text": PageTime.text(order.time),
            ]
        }
    }

    private func page(_ asked: PageRequest) async throws(Problem) -> (ServiceResult<JuiceMenuResult>, Page) {
        let texts = asked.texts
        let menu = try await services.read(JuiceMethod.menu, of: .juice) { JuiceMenuResult($0) }
        let stock = try await services.read(JuiceMethod.stockList, of: .juice) { JuiceStockResult($0) }
        let newest = JSONWriter.object { $0.member("limit", 5) }
        let orders = try await services.read(JuiceMethod.orderList, of: .juice, with: newest) { JuiceOrderPage($0) }
        var page = Page("juice", of: "juice")
        page.positions = [stock.position].compactMap(\.self)
        page.data = [("menu", menu.json), ("stock", stock.json)]
        page.context["stock_version"] = stock.value.version
        page.context["fruits"] = stock.value.fruits.map { level in
            menu.value.face(of: level.fruit, in: texts).merging(["quantity": level.quantity]) { $1 }
        }
        page.context["juices"] = menu.value.juices.map { juice -> [String: Any] in
            [
                "juice": juice.key, "tag": juice.tag, "art": Drawing.juice(juice.key),
                "name": texts.name(of: juice.name), "makeable": juice.makeable,
                "is_out": juice.makeable == 0,
                "recipe": juice.recipe.map { part in
                    menu.value.face(of: part.fruit, in: texts).merging(["quantity": part.quantity]) { $1 }
                },
            ]
        }
        page.context["key"] = IdempotencyKey.make()
        page.context["has_orders"] = !orders.value.orders.isEmpty
        page.context["orders"] = Self.rows(orders.value, menu: menu.value, in: texts)
        return (menu, page)
    }

    private static func served(_ receipt: JuiceOrderReceipt, menu: JuiceMenuResult, in texts: TextTable) -> [String:
        Any]
    {
        let juice = menu.juices.first { $0.key == receipt.juice }
        let name = juice.map { texts.name(of: $0.name) } ?? receipt.juice
        let key = receipt.quantity == 1 ? "js_served" : "js_served_many"
        return [
            "text": texts(key, name: name, quantity: receipt.quantity),
            "number_text": texts("js_order_receipt", id: receipt.id),
            "id": receipt.id, "juice": receipt.juice, "quantity": receipt.quantity, "time": receipt.time,
            "left": receipt.left.map { level in
                menu.face(of: level.fruit, in: texts).merging(["quantity": level.quantity]) { $1 }
            },
        ]
    }

    private static func shortage(
        _ shortages: [StockShortage],
        menu: JuiceMenuResult,
        in texts: TextTable
    ) -> [String: Any] {
        let need = shortages.map { "\($0.item):\($0.required)" }.joined(separator: ",")
        return [
            "fruits": shortages.map { shortage in
                menu.face(of: shortage.item, in: texts)
                    .merging(["required": shortage.required, "available": shortage.available]) { $1 }
            },
            "restock_href": "/juice/stock?need=\(need)",
        ]
    }
}

/// What `fruits.svg` shows; what a shop of its own sells has a drawing that stands for any.
private enum Drawing {
    private static let fruits: Set = ["strawberry", "banana", "pineapple", "kiwi", "mango"]
    private static let juices = fruits.union(["strawberry-banana", "mango-kiwi"])

    static func fruit(_ key: String) -> String { fruits.contains(key) ? key : "fruit" }

    static func juice(_ key: String) -> String { juices.contains(key) ? "\(key)-juice" : "juice" }
}

extension JuiceMenuResult {
    /// What a fruit is called and looks like.
    func face(of key: String, in texts: TextTable) -> [String: Any] {
        let fruit = fruits.first { $0.key == key }
        return ["fruit": key, "name": fruit.map { texts.name(of: $0.name) } ?? key, "art": Drawing.fruit(key)]
    }
}

extension TextTable {
    /// The one of two names that is in this language.
    func name(of name: BilingualName) -> String { language == .korean ? name.korean : name.english }
}
