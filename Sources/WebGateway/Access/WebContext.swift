internal import Hummingbird
internal import Messages

/// What is known of one request.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who has sent it.
    var caller = Caller(role: .read)
    /// What the caller may do.
    var role: PeerRole { caller.role }

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}
