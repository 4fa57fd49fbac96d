package import Messages

/// How one call is made.
package struct CallOptions: Sendable, Hashable {
    /// The time for everything: waiting for a connection, all attempts, all pauses between them.
    ///
    /// At least 1 ms.
    package var timeout: Duration
    /// How long a call waits for somebody to take its connection before it gives up as ``CallError/Code/unreachable``;
    /// `timeout` limits it too.
    package var connectTimeout: Duration
    /// Names the intended write, 1…128 bytes of UTF-8; only a write with a key is ever sent twice.
    package var idempotencyKey: String?
    /// Whether the method changes something.
    ///
    /// A read may be sent as often as needed.
    package var isWrite: Bool
    /// The W3C trace context to hand on.
    package var traceparent: String?
    /// The position of the stream that a read has to have come to; `nil` for any.
    package var atLeast: Int?

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

/// The result of one call.
package struct CallReply: Sendable, Hashable {
    /// The result: one JSON value, as the service wrote it, without white space.
    package let result: [UInt8]
    /// The frames after the JSON.
    package let attachments: [[UInt8]]
    /// Where it came from, and the stream position at which it is true; `nil` when the service did not say.
    package let meta: ReplyMeta?
    /// The time from the first sending to the answer.
    package let roundTrip: Duration
    /// How often the request was sent.
    package let sends: Int

    package init(result: [UInt8], attachments: [[UInt8]], meta: ReplyMeta?, roundTrip: Duration, sends: Int) {
        self.result = result
        self.attachments = attachments
        self.meta = meta
        self.roundTrip = roundTrip
        self.sends = sends
    }
}
