internal import Messages

/// One call of a service, as its caller means it.
struct ServiceCall: Sendable {
    let service: ServiceName
    let method: MethodDefinition
    /// One JSON object; `nil` for none.
    var params: [UInt8]?
    var attachments: [[UInt8]] = []
    /// The idempotency key of a write.
    var key: String?
    /// The W3C trace context to hand on; `nil` for that of the request in progress.
    var trace: String?

    var isWrite: Bool { method.kind == .write }
}
