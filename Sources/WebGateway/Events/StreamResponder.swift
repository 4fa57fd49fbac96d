internal import Hummingbird

/// Answers requests for streams of events in tasks of their own, and others as they come.
///
/// A task keeps the memory that its deepest call took until it ends, and the way through the middleware takes 20 KiB. The
/// task of a connection would keep them for as long as its stream lasts.
struct StreamResponder<Responder: HTTPResponder>: HTTPResponder where Responder.Context == WebContext {
    let responder: Responder

    func respond(to request: Request, context: WebContext) async throws -> Response {
        guard request.uri.path == EventRoutes.path else {
            return try await responder.respond(to: request, context: context)
        }
        return try await respondInOwnTask(to: request, context)
    }

    private func respondInOwnTask(to request: Request, _ context: WebContext) async throws -> Response {
        async let response = responder.respond(to: request, context: context)
        return try await response
    }
}
