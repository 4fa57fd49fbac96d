public import Messages

/// The result of one call.
public struct CallReply: Sendable, Hashable {
    /// The result: one JSON value, as the service wrote it, without white space.
    public let result: [UInt8]
    /// The frames after the JSON.
    public let attachments: [[UInt8]]
    /// Where it came from, and the stream position at which it is true; `nil` when the service did not say.
    public let meta: ReplyMeta?
    /// The time from the first sending to the answer.
    public let roundTrip: Duration
    /// How often the request was sent.
    public let sends: Int

    /// Creates a reply.
    public init(result: [UInt8], attachments: [[UInt8]], meta: ReplyMeta?, roundTrip: Duration, sends: Int) {
        self.result = result
        self.attachments = attachments
        self.meta = meta
        self.roundTrip = roundTrip
        self.sends = sends
    }
}
