internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import WireJSON
internal import WorkerClient

/// What a vendor does with its products.
extension OpenMarketRoutes {
    static func register(_ call: OpenMarketCall) async throws -> Response {
        let method = MarketMethod.productsRegister
        let form = try await OpenMarketUpload(call, for: method)
        let answer = try await call.call(method, with: form.params, attachments: form.pictures)
        return try call.response(answer, status: .created)
    }

    static func replacePictures(_ call: OpenMarketCall) async throws -> Response {
        let method = MarketMethod.productsPictures
        let form = try await OpenMarketUpload(call, for: method, id: try call.id())
        return try call.response(try await call.call(method, with: form.params, attachments: form.pictures))
    }

    static func change(_ call: OpenMarketCall) async throws -> Response {
        let id = try call.id()
        let body = try await call.body(for: MarketMethod.productsUpdate)
        // Clients send it under any type, or none: what is no JSON object is refused for that.
        let node = try OpenMarketForm.read(body[...], called: "the body")
        let params = try OpenMarketForm.params(node, identifier: call.identifier, id: id)
        return try call.response(try await call.call(MarketMethod.productsUpdate, with: params))
    }

    /// Answers with the path under which a product can be deleted, or with the last segment of it.
    static func archive(_ call: OpenMarketCall, isSecret: Bool = false) async throws -> Response {
        let id = try call.id()
        let body = try await call.body(for: MarketMethod.productsArchive)
        let node = try OpenMarketForm.read(body[...], called: "the body")
        let params = try OpenMarketForm.params(node, identifier: call.identifier, id: id, isProduct: false)
        let answer = try await call.call(MarketMethod.productsArchive, with: params)
        guard let node = try? OpenMarketCall.node(of: answer.reply), let result = MarketProductsArchiveResult(node)
        else { throw OpenMarketCall.unreadable(answer.call) }
        let token = DeletionPath.token(of: result.uri)
        var headers = call.headers(of: answer)
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return OpenMarketCall.response(
            .ok,
            headers: headers,
            body: Array((isSecret ? token : "/api/products/\(token)").utf8)
        )
    }

    static func delete(_ call: OpenMarketCall, by parameter: String) async throws -> Response {
        let uri = try DeletionPath.uri(of: call.context.pathParameter(parameter) ?? "")
        let params = JSONWriter.object { writer in
            // A missing one is for the market to say.
            if let identifier = call.identifier { writer.member("identifier", identifier) }
            writer.member("uri", uri)
        }
        return try call.response(try await call.call(MarketMethod.productsDelete, with: params))
    }
}
