internal import HTTPTypes
internal import Hummingbird

extension Router<WebContext> {
    /// Refuses other methods on the paths that there are, and says which these take; to be called last.
    func refuseOtherMethods() {
        for (_, routes) in Dictionary(grouping: routes, by: { $0.path.description }) {
            guard let path = routes.first?.path else { continue }
            var taken = routes.map(\.method)
            // The router answers it where it answers GET.
            if taken.contains(.get), !taken.contains(.head) { taken.append(.head) }
            let allowed = taken.map(\.rawValue).sorted().joined(separator: ", ")
            for method in HTTPRequest.Method.known where !taken.contains(method) {
                on(path, method: method) { request, _ -> Response in
                    throw Problem(.methodNotAllowed, "\(request.uri.path) takes \(allowed)").with(.allow, allowed)
                }
            }
        }
    }
}

extension HTTPRequest.Method {
    /// Those that the router has been told of on every path.
    fileprivate static let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
}

/// Hands requests to the router, which finds no path under a method that it was not told of.
///
/// TRACE, which no path takes, stands for whatever else there is, so that it is refused as a method and not as a path.
struct MethodResponder<Routes: HTTPResponder<WebContext>>: HTTPResponder {
    let routes: Routes

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard request.method != .connect else {
            return Problem(.notImplemented, "CONNECT asks for a tunnel, and there is none here").response
        }
        guard !HTTPRequest.Method.known.contains(request.method) else {
            return try await routes.respond(to: request, context: context)
        }
        var head = request.head
        head.method = .trace
        return try await routes.respond(to: Request(head: head, body: request.body), context: context)
    }
}
