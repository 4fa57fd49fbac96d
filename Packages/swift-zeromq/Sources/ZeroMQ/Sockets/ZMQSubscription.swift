/// One wish of a subscriber, as its publisher sees it.
public struct ZMQSubscription: Sendable, Hashable {
    /// The prefix of the topics the subscriber wants, or wants no more.
    public let topic: [UInt8]
    /// Whether the topic is wanted from now on (`true`) or no more (`false`).
    public let isSubscribed: Bool

    /// Makes a subscription or, with `isSubscribed` false, its end.
    public init(topic: [UInt8], isSubscribed: Bool) {
        self.topic = topic
        self.isSubscribed = isSubscribed
    }

    /// Reads what an XPUB has received; `nil` for a message that is no wish.
    ///
    /// - Parameter message: One frame: a byte 1 or 0, and the prefix (RFC 29/PUBSUB).
    public init?(_ message: borrowing ZMQMultipart) {
        guard message.count == 1, !message.isIncomplete else { return nil }
        let frame = message.span(of: 0)
        guard frame.count > 0, frame[0] <= 1 else { return nil }
        isSubscribed = frame[0] == 1
        topic = Array(message.frame(0).dropFirst())
    }

    /// The message that tells an XSUB's publishers of it.
    public var message: ZMQMultipart { ZMQMultipart([isSubscribed ? 1 : 0] + topic) }
}
