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
}
