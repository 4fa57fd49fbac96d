internal import AccessTokens
internal import Logging
internal import Messages
internal import StructuredLog
internal import WorkerClient

/// Tells who has written what over HTTP, who has logged in, and who was refused.
struct WriteAudit: Sendable {
    private let done: Logger
    /// What changes nothing costs its caller nothing, and could fill a disk.
    private let others: Logger
    /// Anybody can have as many as they like, from as many addresses: at most 32 a second in all.
    private let visits: Logger

    init(to output: LogOutput, _ format: LogFormat) {
        done = Logger(label: "web-gateway") { StructuredLogHandler($0, format, to: output, limit: nil) }
        others = Logger(label: "web-gateway") { label in
            StructuredLogHandler(label, format, to: output, limit: LogLimit(), likeness: ["peer", "outcome"])
        }
        let limit = LogLimit(maxLines: 5, maxMessages: 63)
        visits = Logger(label: "web-gateway") { label in
            StructuredLogHandler(
                label,
                format,
                to: output,
                limit: limit,
                likeness: ["address", "forwarded", "outcome"]
            )
        }
    }

    /// Tells one write.
    ///
    /// - Parameters:
    ///   - fields: What was called.
    ///   - result: What the service answered.
    func tell(write fields: Logger.Metadata, by caller: Caller?, result: Result<CallReply, CallError>) {
        let (log, outcome) =
            switch result {
            case .success(let reply) where reply.meta?.isReplayed == true: (others, "repeated")
            case .success: (done, "ok")
            case .failure(let error): (others, error.rpcError.reason)
            }
        var line = fields.merging(Self.fields(of: caller ?? Caller(role: .read))) { $1 }
        line["outcome"] = "\(outcome)"
        log.info("write", metadata: line)
    }

    /// Tells that a request was refused, or that someone has logged in or tried to.
    ///
    /// - Parameters:
    ///   - message: What it is: `refused` or `log-in`.
    ///   - fields: Where it came from and what was asked for, see ``RequestRecord``.
    ///   - detail: Why; the text has nothing of a token.
    func tell(_ message: Logger.Message, with fields: Logger.Metadata, outcome: String, detail: String?) {
        var line = fields
        line["outcome"] = "\(outcome)"
        // A caller can have written a part of it.
        line["detail"] = detail.map { "\($0.prefix(200))" }
        visits.info(message, metadata: line)
    }

    /// Who someone is, as all lines say it.
    static func fields(of caller: Caller) -> Logger.Metadata {
        let way =
            caller.session != nil
            ? "session" : caller.token != nil ? "token" : caller.visitor != nil ? "open-market" : "loopback"
        let peer = caller.holder ?? caller.visitor ?? "loopback"
        return ["peer": "\(peer)", "via": "\(way)", "role": "\(caller.role.rawValue)"]
    }
}
