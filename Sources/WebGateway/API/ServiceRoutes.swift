internal import HTTPTypes
internal import Hummingbird
internal import Messages

/// The methods of services that this program does not know, by what these say of themselves.
///
/// `/api/counter/add` is `counter.add`; a method that does not begin with the service's name is under its own, as
/// `/api/counter/service.ping`.
struct ServiceRoutes: Sendable {
    let services: Services
    private let documents = ServiceDocuments()

    init(services: Services) { self.services = services }

    func add(to router: Router<WebContext>) {
        for service in services.names where !ServiceName.suite.contains(service) {
            for verb in [HTTPRequest.Method.get, .post] {
                router.on("/api/\(service)/{method}", method: verb) { request, context in
                    try await answer(to: request, of: service, in: context)
                }
            }
            router.get("/openapi/\(service).json") { _, _ in
                JSONResponse.make(.ok, body: try await documents.document(of: service, in: services).openAPI)
            }
        }
    }

    private func answer(to request: Request, of service: ServiceName, in context: WebContext) async throws -> Response {
        let info = try await documents.info(of: service, in: services)
        let name = try context.pathParameter("method") ?? ""
        // What that asks about is the key of a caller, whose path is another.
        guard name != ServiceMethod.outcome.name, let method = info.method("\(service).\(name)") ?? info.method(name)
        else {
            throw Problem(.notFound, "there is nothing at \(request.uri.path)")
        }
        let takesBody = request.method == .post
        guard takesBody || method.kind == .read else {
            throw Problem(.methodNotAllowed, "\(method.name) changes something, and takes POST").with(.allow, "POST")
        }
        var resource = Resource(verb: takesBody ? .post : .get, path: context.route, service: service, method: method)
        if !takesBody, request.uri.query != nil {
            let document = try await documents.document(of: service, in: services)
            resource.parameters = document.parameters[method.name] ?? []
        }
        return try await ResourceRoutes(services: services).answer(resource, to: request, in: context)
    }
}
