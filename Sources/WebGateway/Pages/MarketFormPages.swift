internal import Localization
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `/market/new` and `/market/{id}/edit`: a vendor's products.
struct MarketFormPages: Sendable {
    let services: Services

    @Sendable func new(_ asked: PageRequest) async throws -> PageAnswer {
        .page(Self.page(of: nil, with: ProductFields(), faults: [:], for: asked))
    }

    @Sendable func edit(_ asked: PageRequest) async throws -> PageAnswer {
        let product = try await product(asked)
        return .page(Self.page(of: product, with: ProductFields(product.value), faults: [:], for: asked))
    }

    /// Registers a product with its pictures.
    @Sendable func register(_ asked: PageRequest) async throws -> PageAnswer {
        // First: nobody has megabytes read who may not register.
        try asked.context.role.require(MarketMethod.productsRegister.role, for: MarketMethod.productsRegister.name)
        let form = try await MultipartFields(of: asked.request)
        try asked.context.caller.require(form.texts[PageRequest.callerField])
        let fields = ProductFields(form: form.texts)
        let call = WebCall(
            MarketMethod.productsRegister,
            of: .market,
            in: services,
            key: form.texts["key"] ?? "",
            by: asked.context.caller
        )
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
            page.refuse(error, in: asked.texts)
            return .page(page)
        }
    }

    /// Changes what differs from the product as it is.
    @Sendable func change(_ asked: PageRequest) async throws -> PageAnswer {
        let product = try await product(asked)
        let texts = Dictionary(asked.form.all.map { ($0.name, $0.value) }) { first, _ in first }
        let fields = ProductFields(form: texts)
        try asked.context.role.require(MarketMethod.productsUpdate.role, for: MarketMethod.productsUpdate.name)
        let call = WebCall(
            MarketMethod.productsUpdate,
            of: .market,
            in: services,
            key: asked.form["key"],
            by: asked.context.caller
        )
        let params = fields.params(
            secret: asked.form["secret"],
            id: product.value.id,
            without: ProductFields(product.value)
        )
        do throws(Problem) {
            try await check(fields, without: ProductFields(product.value), for: asked)
            _ = try await call.reply(to: params)
            return .redirect(to: "/market/\(product.value.id)?notice=changed")
        } catch {
            return .page(refused(error, product: product, fields: fields, for: asked))
        }
    }

    /// Archives a product and deletes it.
    @Sendable func delete(_ asked: PageRequest) async throws -> PageAnswer {
        let product = try await product(asked)
        let (form, id) = (asked.form, product.value.id)
        try asked.context.role.require(MarketMethod.productsDelete.role, for: MarketMethod.productsDelete.name)
        guard form["confirmed"] == "1" else { return .redirect(to: "/market/\(id)/edit") }
        do throws(Problem) {
            let archive = WebCall(
                MarketMethod.productsArchive,
                of: .market,
                in: services,
                key: "",
                by: asked.context.caller
            )
            let archived = try await archive.reply(
                to: JSONWriter.object { writer in
                    writer.member("identifier", form["identifier"])
                    writer.member("id", id)
                    writer.member("secret", form["secret"])
                }
            )
            let address = (try? JSONReader().read(archived.result))?["uri"]?.string ?? ""
            let deletion = WebCall(
                MarketMethod.productsDelete,
                of: .market,
                in: services,
                key: "",
                by: asked.context.caller
            )
            _ = try await deletion.reply(
                to: JSONWriter.object { writer in
                    writer.member("identifier", form["identifier"])
                    writer.member("uri", address)
                }
            )
            return .redirect(to: "/market?notice=deleted")
        } catch {
            var fields = ProductFields(product.value)
            fields.identifier = form["identifier"]
            return .page(refused(error, product: product, fields: fields, for: asked))
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
        product: ServiceResult<MarketProduct>,
        fields: ProductFields,
        for asked: PageRequest
    ) -> Page {
        var page = Self.page(
            of: product,
            with: fields,
            faults: ProductFaults(problem, in: asked.texts).byField,
            for: asked
        )
        page.refuse(problem, in: asked.texts)
        return page
    }

    private func product(_ asked: PageRequest) async throws(Problem) -> ServiceResult<MarketProduct> {
        let id = try asked.productID
        let params = JSONWriter.object { $0.member("id", id) }
        return try await services.read(MarketMethod.productsGet, of: .market, with: params) { MarketProduct($0) }
    }

    private static func page(
        of product: ServiceResult<MarketProduct>?,
        with fields: ProductFields,
        faults: [String: String],
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
        page.context["delete_action"] = place.map { "\($0)/delete" }
        page.context["key"] = IdempotencyKey.make()
        page.context["values"] = fields.context
        page.context["has_faults"] = !faults.isEmpty
        page.context["faults"] = faults
        page.context["fault_list"] = faults.sorted { $0.key < $1.key }.map { ["field": $0.key, "text": $0.value] }
        let images = product?.value.images ?? []
        page.context["pictures"] = images.enumerated().map { number, image -> [String: Any] in
            [
                "id": image.id, "thumbnail": ProductView.address(of: image.thumbnailURL, image.thumbnailHash),
                "number": number + 1,
                "is_thumbnail": product?.value.thumbnail == image.thumbnailURL,
            ]
        }
        return page
    }
}
