internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import WireJSON
internal import WorkerClient

/// The services' methods as resources: params in path, query or body; the result as the body.
struct ResourceRoutes: Sendable {
    let services: Services

    func add(to router: Router<WebContext>) {
        for resource in Resource.all where services.has(resource.service) {
            router.on(RouterPath(resource.path), method: resource.verb) { request, context in
                try await answer(resource, to: request, in: context)
            }
        }
        router.get("/openapi.json") { _, _ in JSONResponse.make(.ok, body: PackageResources.openapi_json) }
        if services.has(.juice) {
            router.patch("/api/juice/stock") { request, context in try await changeStock(request, in: context) }
        }
        router.get("/api/outcomes/{service}/{key}") { request, context in try await outcome(request, in: context) }
    }

    /// Makes the call that a request is, and answers with its result.
    func answer(_ resource: Resource, to request: Request, in context: WebContext) async throws -> Response {
        try context.role.require(resource.method.role, for: resource.method.name)
        let params = try await ResourceParams.read(resource, from: request, in: context)
        let call = try WebCall(resource.method, of: resource.service, in: services, for: request, by: context.caller)
        let answer = try await call.answer(to: params)
        guard resource.isPicture else {
            if request.method == .get { OfferedRead.current?.put(answer, to: context.caller, at: context.route) }
            return answer.response(to: request, status: resource.success, key: call.toldKey)
        }
        let isByHash = try request.query.first("hash") != nil
        return try WebReply.picture(answer.reply, of: call, to: request, by: context.caller, isByHash: isByHash)
    }

    /// Sets levels where the stock is still what the caller saw, or adds to them.
    private func changeStock(_ request: Request, in context: WebContext) async throws -> Response {
        let (node, body) = try await ResourceParams.body(of: request)
        let method = node["changes"] == nil ? JuiceMethod.stockSet : JuiceMethod.stockAdjust
        try context.role.require(method.role, for: method.name)
        var params = body
        if let seen = try StockTag.version(request.headers[.ifMatch]) {
            for name in ["changes", "expectedVersion"] where node[name] != nil {
                let detail = "If-Match is for levels, and in the place of expectedVersion"
                throw Problem(RPCError(violations: [Violation(path: [name], reason: .unknown, detail: detail)]))
            }
            params = JSONWriter.object(node) { $0.member("expectedVersion", seen.version) }
            if let epoch = seen.epoch { try await requireEpoch(epoch) }
        }
        let call = try WebCall(method, of: .juice, in: services, for: request, by: context.caller)
        return try await call.answer(to: params).response(to: request, key: call.toldKey)
    }

    /// Versions begin again in a store that was restored.
    private func requireEpoch(_ epoch: String) async throws {
        let present = try await services.read(JuiceMethod.stockList, of: .juice)
        guard present.meta?.epoch == epoch else {
            throw Problem(RPCError(.versionMismatch, "the stock was restored from a backup since it was read"))
        }
    }

    /// What became of a write, by its key.
    private func outcome(_ request: Request, in context: WebContext) async throws -> Response {
        let service = try services.service(in: context)
        try context.role.require(ServiceMethod.outcome.role, for: ServiceMethod.outcome.name)
        let key = try context.pathParameter("key") ?? ""
        let params = JSONWriter.object { $0.member("idempotencykey", key) }
        let call = try WebCall(ServiceMethod.outcome, of: service, in: services, for: request, by: context.caller)
        return try await call.answer(to: params).response(to: request, key: call.toldKey)
    }
}
