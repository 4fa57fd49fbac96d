internal import Hummingbird
internal import Messages
internal import NIOCore

/// What is known of one request.
struct WebContext: RequestContext {
    /// What answers a request behind a middleware.
    typealias Next = @concurrent (Request, WebContext) async throws -> Response

    var coreContext: CoreRequestContextStorage
    /// Who has sent it.
    var caller = Caller(role: .read)
    /// What the caller may do.
    var role: PeerRole { caller.role }

    /// What the lines of the audit and of the access log say of it; `nil` where there are none.
    var record: RequestRecord?

    /// The connection that it came over.
    let channel: any Channel

    /// The path as the router has it, such as `/api/juice/orders/{id}`; `NotFound` where there is none.
    ///
    /// Unlike the path, it holds nothing that a caller wrote.
    var route: String { endpointPath ?? "NotFound" }

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        coreContext = .init(source: source)
    }
}
