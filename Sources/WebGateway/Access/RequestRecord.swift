internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Synchronization

/// What is found out about a request on its way, for the lines that are written when it is answered.
final class RequestRecord: Sendable {
    private struct State {
        var caller: Caller?
        var denials: [String] = []
        var problem: Problem?
    }

    /// Of the calls in one batch.
    private static let maxDenials = 16

    private let isBehindProxy: Bool
    private let state = Mutex(State())

    /// - Parameter isBehindProxy: Whether there is a proxy in front, and says whom it serves.
    init(isBehindProxy: Bool) { self.isBehindProxy = isBehindProxy }

    /// Who has sent it, or has logged in by it; `nil` until that is known.
    var caller: Caller? {
        get { state.withLock { $0.caller } }
        set { state.withLock { $0.caller = newValue } }
    }

    /// Why a person is answered with a page that says so.
    var problem: Problem? {
        get { state.withLock { $0.problem } }
        set { state.withLock { $0.problem = newValue } }
    }

    /// What was refused of it though it is answered.
    var denials: [String] { state.withLock { $0.denials } }

    /// Notes that one call of several was refused.
    func deny(_ detail: String) {
        state.withLock { state in
            if state.denials.count < Self.maxDenials { state.denials.append(detail) }
        }
    }

    /// Where the request comes from, by whom, and what for: its route, and nothing else of its path and its query, in which there can be
    /// secrets.
    func fields(of request: Request, in context: WebContext) -> Logger.Metadata {
        var fields: Logger.Metadata = [
            "address": "\(context.channel.remoteAddress?.ipAddress ?? "unix")", "method": "\(request.method.rawValue)",
            "route": "\(context.route)",
        ]
        if isBehindProxy { fields["forwarded"] = VisitorAddress.forwarded(request).map { "\($0)" } }
        if let caller {
            fields.merge(WriteAudit.fields(of: caller)) { $1 }
        } else {
            let hasCookie = SessionCookie.isIn(request)
            fields["via"] = request.headers[.authorization] != nil ? "token" : hasCookie ? "session" : "none"
        }
        return fields
    }
}
