internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Messages
internal import WireJSON
internal import WorkerClient

/// The API that open-market clients were written against: with their base URL changed, they work.
struct OpenMarketRoutes: Sendable {
    private typealias Answer = @Sendable (OpenMarketCall) async throws -> Response

    let services: Services

    func add(to router: Router<WebContext>) {
        for base in ["", OpenMarketGeneration.secondBase] {
            add(.get, base, "/healthChecker", to: router) { try await Self.health($0) }
            add(.get, base, "/api/products", to: router) { try await Self.list($0) }
            add(.post, base, "/api/products", to: router) { try await Self.register($0) }
            add(.get, base, "/api/products/{id}", to: router) { try await Self.product($0) }
            add(.patch, base, "/api/products/{id}", to: router) { try await Self.change($0) }
            add(.post, base, "/api/products/{id}/archived", to: router) { try await Self.archive($0) }
            add(.post, base, "/api/products/{id}/secret", to: router) { try await Self.archive($0, isSecret: true) }
            // Some clients keep the last segment only, and others put the product's number before it.
            add(.delete, base, "/api/products/{id}", to: router) { try await Self.delete($0, "id") }
            add(.delete, base, "/api/products/{id}/{token}", to: router) { try await Self.delete($0, "token") }
            add(.get, base, "/api/products/images/{id}", to: router) { try await Self.picture($0) }
            add(.get, base, "/api/products/images/{id}/thumbnail", to: router) {
                try await Self.picture($0, isThumbnail: true)
            }
        }
    }

    /// Adds a route whose problems have the members that these clients know.
    private func add(
        _ verb: HTTPRequest.Method,
        _ base: String,
        _ path: String,
        to router: Router<WebContext>,
        _ answer: @escaping Answer
    ) {
        router.on(RouterPath(base + path), method: verb) { [services] request, context in
            let generation = OpenMarketGeneration(base: base, request.headers)
            do {
                return try await answer(OpenMarketCall(services, request, context, generation))
            } catch let problem as Problem {
                throw problem.withCodeAndMessage
            } catch let error as any HTTPResponseError {
                let detail = error.status == .contentTooLarge ? "the body is too large" : error.status.reasonPhrase
                throw Problem(error.status, detail).withCodeAndMessage
            }
        }
    }

    private static func health(_ call: OpenMarketCall) async throws -> Response {
        let answer = try await call.call(MarketMethod.health, nil)
        var headers = call.headers(of: answer)
        headers[.cacheControl] = "no-store"
        return OpenMarketCall.response(.ok, headers, answer.reply.result)
    }

    private static func list(_ call: OpenMarketCall) async throws -> Response {
        let query = call.request.uri.queryParameters
        var params = MarketProductsListParams()
        if let number = try number("page_no", in: query) { params.pageNo = number }
        if let number = try number("items_per_page", in: query) { params.itemsPerPage = number }
        params.searchValue = query["search_value"].map(String.init) ?? ""
        if let held = OpenMarketTag(held: call.request.headers, call.generation)?.revision,
            (1...MarketProductsListParams.ifRevisionMaxLength).contains(held.utf8.count)
        {
            params.ifRevision = held
        }
        var writer = JSONWriter()
        params.write(to: &writer)
        let answer = try await call.call(MarketMethod.productsList, writer.bytes)
        guard let node = try? OpenMarketCall.node(of: answer.reply), let result = MarketProductsListResult(node) else {
            throw OpenMarketCall.unreadable(answer.call)
        }
        var headers = call.headers(of: answer)
        switch result {
        case .notModified(let revision):
            headers[.eTag] = OpenMarketTag(revision, call.generation).description
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        case .page(let page):
            headers[.eTag] = OpenMarketTag(page.revision, call.generation).description
            let bytes = OpenMarketProduct(call.generation, call.request).page(page)
            return OpenMarketCall.response(.ok, headers, bytes)
        }
    }

    private static func number(
        _ name: String,
        in query: FlatDictionary<Substring, Substring>
    ) throws(Problem) -> Int? {
        guard let text = query[Substring(name)], !text.isEmpty else { return nil }
        if let number = Int(text) { return number }
        let violation = Violation(path: [name], reason: .type, detail: "\(name) has to be an integer")
        throw Problem(RPCError(violations: [violation]))
    }

    private static func product(_ call: OpenMarketCall) async throws -> Response {
        var writer = JSONWriter()
        MarketProductsGetParams(id: try call.id()).write(to: &writer)
        return try call.response(try await call.call(MarketMethod.productsGet, writer.bytes))
    }

    private static func register(_ call: OpenMarketCall) async throws -> Response {
        let form = try await OpenMarketRegistration(call)
        let answer = try await call.call(MarketMethod.productsRegister, form.params, attachments: form.pictures)
        return try call.response(answer, status: .created)
    }

    private static func change(_ call: OpenMarketCall) async throws -> Response {
        let id = try call.id()
        let body = try await call.body(for: MarketMethod.productsUpdate)
        // Clients send it under any type, or none: what is no JSON object is refused for that.
        let node = try OpenMarketForm.read(body[...], called: "the body")
        let params = OpenMarketForm.params(node, call.generation, identifier: call.identifier, id: id)
        return try call.response(try await call.call(MarketMethod.productsUpdate, params))
    }

    /// Answers with the path under which a product can be deleted, or with the last segment of it.
    private static func archive(_ call: OpenMarketCall, isSecret: Bool = false) async throws -> Response {
        let id = try call.id()
        let body = try await call.body(for: MarketMethod.productsArchive)
        let node = try OpenMarketForm.read(body[...], called: "the body")
        let params = OpenMarketForm.params(node, call.generation, identifier: call.identifier, id: id, isProduct: false)
        let answer = try await call.call(MarketMethod.productsArchive, params)
        guard let node = try? OpenMarketCall.node(of: answer.reply), let result = MarketProductsArchiveResult(node)
        else { throw OpenMarketCall.unreadable(answer.call) }
        let token = DeletionPath.token(of: result.uri)
        var headers = call.headers(of: answer)
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return OpenMarketCall.response(.ok, headers, Array((isSecret ? token : "/api/products/\(token)").utf8))
    }

    private static func delete(_ call: OpenMarketCall, _ parameter: String) async throws -> Response {
        let uri = try DeletionPath.uri(of: call.context.parameters.get(parameter) ?? "")
        var writer = JSONWriter()
        writer.beginObject()
        // A missing one is for the market to say.
        if let identifier = call.identifier { writer.member("identifier", identifier) }
        writer.member("uri", uri)
        writer.endObject()
        return try call.response(try await call.call(MarketMethod.productsDelete, writer.bytes))
    }

    private static func picture(_ call: OpenMarketCall, isThumbnail: Bool = false) async throws -> Response {
        let reference = MarketImageReference(id: try call.id(), isThumbnail: isThumbnail)
        var writer = JSONWriter()
        MarketImagesGetParams(reference: reference).write(to: &writer)
        let answer = try await call.call(MarketMethod.imagesGet, writer.bytes)
        var response = try WebReply.picture(answer.reply, of: answer.call, to: call.request)
        // A picture never changes, and its number is never given again.
        response.headers[.cacheControl] = "public, max-age=31536000, immutable"
        return response
    }
}
