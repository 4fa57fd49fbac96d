internal import Hummingbird
internal import Messages

/// What is known of one request.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// What the caller may do.
    var role = PeerRole.read

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}
