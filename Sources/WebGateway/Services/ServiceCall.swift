internal import Logging
internal import Messages

/// One call of a service, as its caller means it.
struct ServiceCall: Sendable {
    let service: ServiceName
    let method: MethodDefinition
    /// One JSON object; `nil` for none.
    var params: [UInt8]?
    var attachments: [[UInt8]] = []
    /// The idempotency key of a write: as the caller has it, and in what is sent as the service knows it.
    var key: String?
    /// From where on the answer to a read is to be true; `nil` where the caller names no position.
    var least: LeastPosition?
    /// The W3C trace context to hand on; `nil` for that of the request in progress.
    var trace: String?
    /// Whether the method's name is that of one that there is, and no text of a caller's.
    var isKnown = true

    var isWrite: Bool { method.kind == .write }

    /// What a line about it says, with the caller's key.
    var fields: Logger.Metadata {
        var fields: Logger.Metadata = ["service": "\(service.rawValue)", "method": "\(method.name)"]
        fields["key"] = key.map { "\($0)" }
        return fields
    }
}
