internal import Hummingbird

/// Answers in tasks of their own what would keep memory for long: requests for streams of events, and all while there are many
/// connections.
///
/// A task keeps the memory that its deepest call took until it ends, and the way through the middleware takes 20 KiB and more. The
/// task of a connection would keep them while its stream lasts, or it waits. A task for each request takes a tenth of its time.
struct TaskResponder<Responder: HTTPResponder<WebContext>>: HTTPResponder {
    /// Up to here their memory is no matter.
    private var fewConnections: Int { 512 }

    let connections: OpenConnections
    let responder: Responder

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard connections.count > fewConnections || request.uri.path == EventRoutes.path else {
            return try await responder.respond(to: request, context: context)
        }
        return try await respondInOwnTask(to: request, context)
    }

    private func respondInOwnTask(to request: Request, _ context: WebContext) async throws -> Response {
        async let response = responder.respond(to: request, context: context)
        return try await response
    }
}
