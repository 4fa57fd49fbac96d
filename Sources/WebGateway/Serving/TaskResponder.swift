internal import Hummingbird

/// Answers each request in a task of its own.
///
/// A task keeps the memory that its deepest call took until it ends, and the way through the middleware takes 20 KiB and more. The
/// task of a connection would keep them while the connection waits, or its stream lasts.
struct TaskResponder<Responder: HTTPResponder<WebContext>>: HTTPResponder {
    let responder: Responder

    func respond(to request: Request, context: WebContext) async throws -> Response {
        async let response = responder.respond(to: request, context: context)
        return try await response
    }
}
