internal import HTTPTypes
internal import Localization
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `/market/new` and `/market/{id}/edit`: a vendor's products.
struct MarketFormPages: Sendable {
    let services: Services

    @Sendable func new(_ asked: PageRequest) async throws -> PageAnswer {
        let page = Self.page(of: nil, with: ProductFields(), for: asked)
        return try await shown(page, at: "/market/new", notice: "registered", for: asked)
    }

    @Sendable func edit(_ asked: PageRequest) async throws -> PageAnswer {
        let product = try await product(asked)
        let page = Self.page(of: product, with: ProductFields(product.value), for: asked)
        return try await shown(page, at: "/market/\(product.value.id)/edit", notice: "changed", for: asked)
    }

    /// A form, or the product where the write was done whose key the address has.
    private func shown(_ page: Page, at path: String, notice: String, for asked: PageRequest) async throws -> PageAnswer
    {
        var page = page
        var written: MarketProduct?
        try await asked.showOutcome(on: &page, at: path, called: "market_title", of: .market, in: services) {
            MarketProduct($0)
        } show: { product, _ in
            written = product
        }
        return written.map { .redirect(to: "/market/\($0.id)?notice=\(notice)") } ?? .page(page)
    }

    /// Registers a product with its pictures.
    @Sendable func register(_ asked: PageRequest) async throws -> PageAnswer {
        // First: nobody has megabytes read who may not register.
        try asked.context.role.require(MarketMethod.productsRegister.role, for: MarketMethod.productsRegister.name)
        let form = try await MultipartFields(of: asked.request)
        try asked.context.caller.require(form.texts[PageRequest.callerField])
        let fields = ProductFields(form: form.texts)
        let call = call(MarketMethod.productsRegister, key: form.texts["key"] ?? "", for: asked)
        do throws(Problem) {
            try await check(fields, for: asked)
            let reply = try await call.reply(
                to: fields.params(secret: form.texts["secret"] ?? ""),
                attachments: form.pictures
            )
            guard let product = (try? JSONReader(limits: .generous).read(reply.result)).flatMap({ MarketProduct($0) })
            else {
                return .redirect(to: "/market")
            }
            return .redirect(to: "/market/\(product.id)?notice=registered")
        } catch {
            var faults = ProductFaults(error, in: asked.texts).byField
            // A browser gives no file to a form that it shows again.
            if faults["images"] == nil { faults["images"] = asked.texts["fault_choose_again"] }
            var page = Self.page(of: nil, with: fields, faults: faults, for: asked)
            refuse(error, key: call.key, at: "/market/new", on: &page, for: asked)
            return .page(page)
        }
    }

    /// Changes what differs from the product as it is.
    @Sendable func change(_ asked: PageRequest) async throws -> PageAnswer {
        let product = try await product(asked)
        let texts = Dictionary(asked.form.all.map { ($0.name, $0.value) }) { first, _ in first }
        let fields = ProductFields(form: texts)
        try asked.context.role.require(MarketMethod.productsUpdate.role, for: MarketMethod.productsUpdate.name)
        let call = call(MarketMethod.productsUpdate, key: asked.form["key"], for: asked)
        let changed = PageAnswer.redirect(to: "/market/\(product.value.id)?notice=changed")
        // A form that was done and is sent again differs less from the product now, which would be another write.
        let (caller, decode) = (asked.context.caller, { (node: JSONNode) in MarketProduct(node) })
        if let key = call.key, try await services.outcome(of: key, by: caller, at: .market, decode: decode) != nil {
            return changed
        }
        let params = fields.params(
            secret: asked.form["secret"],
            id: product.value.id,
            without: ProductFields(product.value)
        )
        do throws(Problem) {
            try await check(fields, without: ProductFields(product.value), for: asked)
            _ = try await call.reply(to: params)
            return changed
        } catch {
            return .page(refused(error, key: call.key, product: product, fields: fields, for: asked))
        }
    }

    /// Replaces the pictures of a product.
    @Sendable func replacePictures(_ asked: PageRequest) async throws -> PageAnswer {
        let method = MarketMethod.productsPictures
        try asked.context.role.require(method.role, for: method.name)
        let product = try await product(asked)
        let form = try await MultipartFields(of: asked.request)
        try asked.context.caller.require(form.texts[PageRequest.callerField])
        let call = call(method, key: form.texts["key"] ?? "", for: asked)
        var fields = ProductFields(product.value)
        fields.identifier = form.texts["identifier"] ?? ""
        let params = JSONWriter.object { writer in
            writer.member("identifier", fields.identifier)
            writer.member("id", product.value.id)
            writer.member("secret", form.texts["secret"] ?? "")
            writer.array("keep", of: form.kept) { writer, text in
                // What is no number is for the service to refuse.
                if let id = Int(text) { writer.integer(id) } else { writer.string(text) }
            }
        }
        do throws(Problem) {
            _ = try await call.reply(to: params, attachments: form.pictures)
            let isSame = form.pictures.isEmpty && form.kept.count == product.value.images?.count
            return .redirect(to: "/market/\(product.value.id)\(isSame ? "" : "?notice=changed")")
        } catch {
            return .page(refused(error, key: call.key, product: product, fields: fields, pictures: form, for: asked))
        }
    }

    /// Archives a product and deletes it.
    @Sendable func delete(_ asked: PageRequest) async throws -> PageAnswer {
        let product = try await product(asked)
        let (form, id) = (asked.form, product.value.id)
        try asked.context.role.require(MarketMethod.productsDelete.role, for: MarketMethod.productsDelete.name)
        guard form["confirmed"] == "1" else { return .redirect(to: "/market/\(id)/edit") }
        let deletion = call(MarketMethod.productsDelete, for: asked)
        var address = ""
        do throws(Problem) {
            let archive = call(MarketMethod.productsArchive, for: asked)
            let archived = try await archive.reply(
                to: JSONWriter.object { writer in
                    writer.member("identifier", form["identifier"])
                    writer.member("id", id)
                    writer.member("secret", form["secret"])
                }
            )
            address = (try? JSONReader().read(archived.result))?["uri"]?.string ?? ""
            _ = try await deletion.reply(
                to: JSONWriter.object { writer in
                    writer.member("identifier", form["identifier"])
                    writer.member("uri", address)
                }
            )
            return .redirect(to: "/market?notice=deleted")
        } catch {
            // The list says what became of it: the product may be gone, and with it its pages.
            if !address.isEmpty, error.isOutcomeUnknown { return asked.outcome(of: deletion.key, at: "/market") }
            var fields = ProductFields(product.value)
            fields.identifier = form["identifier"]
            return .page(refused(error, key: nil, product: product, fields: fields, for: asked))
        }
    }

    /// Has the market judge what a person filled in, which is more than it asks of a program.
    ///
    /// - Parameter present: The product as it is: only what differs from it has to be right.
    /// - Throws: ``Problem``.
    private func check(
        _ fields: ProductFields,
        without present: ProductFields? = nil,
        for asked: PageRequest
    ) async throws(Problem) {
        let call = try WebCall(
            MarketMethod.productsCheck,
            of: .market,
            in: services,
            for: asked.request,
            by: asked.context.caller
        )
        do throws(Problem) {
            _ = try await call.reply(to: fields.form(without: present))
        } catch {
            let required = Violation.Reason.required.rawValue
            let violations = error.error?.violations.filter { present == nil || $0.reason != required } ?? []
            // Where the market does not answer, the write that follows says so.
            guard violations.isEmpty else { throw Problem(RPCError(violations: violations)) }
        }
    }

    private func refused(
        _ problem: Problem,
        key: String?,
        product: ServiceResult<MarketProduct>,
        fields: ProductFields,
        pictures: MultipartFields? = nil,
        for asked: PageRequest
    ) -> Page {
        var faults = ProductFaults(problem, in: asked.texts).byField
        if pictures?.pictures.isEmpty == false, faults["images"] == nil {
            faults["images"] = asked.texts["fault_choose_again"]
        }
        var page = Self.page(of: product, with: fields, kept: pictures?.kept, faults: faults, for: asked)
        let place = "/market/\(product.value.id)/edit"
        refuse(problem, key: key, of: pictures == nil ? "key" : "pictures_key", at: place, on: &page, for: asked)
        return page
    }

    /// Says on a form why it was not done.
    ///
    /// Where nobody knows whether it was, the form keeps the key of its write, under which it is done once.
    private func refuse(
        _ problem: Problem,
        key: String?,
        of form: String = "key",
        at path: String,
        on page: inout Page,
        for asked: PageRequest
    ) {
        guard problem.isOutcomeUnknown, let key else { return page.refuse(problem, in: asked.texts) }
        page.status = .accepted
        page.context[form] = key
        page.context["unknown"] =
            UnknownOutcome(of: key, by: asked.context.caller, at: path, called: asked.texts["market_title"]).context
    }

    private func call(_ method: MethodDefinition, key: String = "", for asked: PageRequest) -> WebCall {
        WebCall(method, of: .market, in: services, key: key, by: asked.context.caller)
    }

    private func product(_ asked: PageRequest) async throws(Problem) -> ServiceResult<MarketProduct> {
        let id = try asked.productID
        let params = JSONWriter.object { $0.member("id", id) }
        return try await services.read(MarketMethod.productsGet, of: .market, with: params) { MarketProduct($0) }
    }

    private static func page(
        of product: ServiceResult<MarketProduct>?,
        with fields: ProductFields,
        kept: [String]? = nil,
        faults: [String: String] = [:],
        for asked: PageRequest
    ) -> Page {
        var page = Page("market-form", of: "market")
        page.positions = [product?.position].compactMap(\.self)
        if let product { page.data = [("product", product.json)] }
        let place = product.map { "/market/\($0.value.id)" }
        page.context["is_new"] = product == nil
        page.context["is_edit"] = product != nil
        page.context["action"] = place.map { "\($0)/edit" } ?? "/market/new"
        page.context["cancel_href"] = place ?? "/market"
        page.context["pictures_action"] = place.map { "\($0)/pictures" }
        page.context["delete_action"] = place.map { "\($0)/delete" }
        // Nobody has sent a new product yet, or under a key of which nothing is known: that is the one to send it under.
        page.context["key"] = (product == nil ? asked.query.first("outcome") : nil) ?? IdempotencyKey.make()
        page.context["pictures_key"] = IdempotencyKey.make()
        page.context["values"] = fields.context
        page.context["has_faults"] = !faults.isEmpty
        page.context["faults"] = faults
        page.context["fault_list"] = faults.sorted { $0.key < $1.key }.map { ["field": $0.key, "text": $0.value] }
        let images = product?.value.images ?? []
        page.context["pictures"] = images.enumerated().map { number, image -> [String: Any] in
            [
                "id": image.id, "thumbnail": ProductView.address(of: image.thumbnailURL, image.thumbnailHash),
                "number": number + 1, "is_kept": kept?.contains("\(image.id)") ?? true,
                "is_thumbnail": product?.value.thumbnail == image.thumbnailURL,
            ]
        }
        return page
    }
}
