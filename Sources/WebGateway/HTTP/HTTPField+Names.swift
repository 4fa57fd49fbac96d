internal import HTTPTypes

extension HTTPField.Name {
    /// By what a vendor of the open market says who it is.
    static let identifier = known("identifier")
    /// Whether a browser's request comes from a page of this server: `same-origin`, `cross-site` and others.
    static let fetchSite = known("Sec-Fetch-Site")
    /// How a browser wants to read: `navigate` where it goes to another page.
    static let fetchMode = known("Sec-Fetch-Mode")
    /// What a browser wants it for: `document`, `image`, `iframe` and others.
    static let fetchDestination = known("Sec-Fetch-Dest")
    /// Which pages a browser may let load an answer.
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")
    /// As whom a page of this server was loaded that sends a request, see ``Caller/id``.
    static let caller = known("Jangteo-Caller")
    /// `http` or `https`: how the proxy before us was asked.
    static let forwardedProto = known("X-Forwarded-Proto")
    /// The host that the proxy before us was asked for.
    static let forwardedHost = known("X-Forwarded-Host")
    /// Whom the proxy before us has served; the last is whom it has seen itself.
    static let forwardedFor = known("X-Forwarded-For")
    /// The key under which a write is done once.
    static let idempotencyKey = known("Idempotency-Key")
    /// Where the stream of the service stands at which an answer is true: `juice=EPOCH/SEQUENCE`.
    static let position = known("Jangteo-Position")
    /// To whom a browser tells which page it comes from.
    static let referrerPolicy = known("Referrer-Policy")
    /// After how many seconds a browser asks again.
    static let refresh = known("Refresh")
    static let traceparent = known("traceparent")
    /// `no` has nginx hand an answer on as it comes, whatever its configuration says.
    static let proxyBuffering = known("X-Accel-Buffering")
    /// Where a browser's stream of events had come to.
    static let lastEventID = known("Last-Event-ID")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a field") }
        return field
    }
}
