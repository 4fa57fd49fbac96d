internal import AccessTokens
internal import Logging
internal import Messages
internal import StructuredLog
internal import WorkerClient

/// Tells who has written what over HTTP.
struct WriteAudit: Sendable {
    private let done: Logger
    /// What changes nothing costs its caller nothing, and could fill a disk.
    private let others: Logger

    init(to output: LogOutput, _ format: LogFormat) {
        done = Logger(label: "web-gateway") { StructuredLogHandler($0, format, to: output, limit: nil) }
        others = Logger(label: "web-gateway") { label in
            StructuredLogHandler(label, format, to: output, limit: LogLimit(), likeness: ["peer", "outcome"])
        }
    }

    /// Tells one write.
    ///
    /// - Parameters:
    ///   - key: Its idempotency key, as the caller has it.
    ///   - result: What the service answered.
    func tell(
        _ caller: Caller?,
        _ service: ServiceName,
        _ method: String,
        key: String?,
        _ result: Result<WebReply, CallError>
    ) {
        let (log, outcome) =
            switch result {
            case .success(let answer) where answer.reply.meta?.isReplayed == true: (others, "repeated")
            case .success: (done, "ok")
            case .failure(let error): (others, error.rpcError.reason)
            }
        let way = caller?.token != nil ? "token" : caller?.visitor != nil ? "open-market" : "loopback"
        var line: Logger.Metadata = [
            "peer": "\(caller?.token?.name ?? caller?.visitor ?? "loopback")", "via": "\(way)",
            "service": "\(service.rawValue)", "method": "\(method)", "outcome": "\(outcome)",
        ]
        line["role"] = caller.map { "\($0.role.rawValue)" }
        line["key"] = key.map { "\($0)" }
        log.info("write", metadata: line)
    }
}
