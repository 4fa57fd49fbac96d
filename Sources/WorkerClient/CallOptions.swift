/// How one call is made.
package struct CallOptions: Sendable, Hashable {
    /// The time for everything: waiting for a connection, all attempts, all pauses between them.
    ///
    /// At least 1 ms.
    package var timeout: Duration
    /// How long a call waits for a first connection before it gives up as ``CallError/Code/unreachable``; `timeout`
    /// limits it too.
    package var connectTimeout: Duration
    /// Names the intended write, 1…128 bytes of UTF-8; only a write with a key is ever sent twice.
    package var idempotencyKey: String?
    /// Whether the method changes something.
    ///
    /// A read may be sent as often as needed.
    package var isWrite: Bool
    /// The W3C trace context to hand on.
    package var traceparent: String?

    /// Creates options.
    package init(
        timeout: Duration = .seconds(5),
        connectTimeout: Duration = .seconds(1),
        idempotencyKey: String? = nil,
        isWrite: Bool,
        traceparent: String? = nil
    ) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.idempotencyKey = idempotencyKey
        self.isWrite = isWrite
        self.traceparent = traceparent
    }
}
