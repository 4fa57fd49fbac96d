package import Messages

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

    /// Creates a reply.
    package init(result: [UInt8], attachments: [[UInt8]], meta: ReplyMeta?, roundTrip: Duration, sends: Int) {
        self.result = result
        self.attachments = attachments
        self.meta = meta
        self.roundTrip = roundTrip
        self.sends = sends
    }
}
