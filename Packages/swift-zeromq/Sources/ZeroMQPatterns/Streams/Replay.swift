/// A part of the past that a subscriber needs.
public struct ReplayRequest: Sendable, Hashable {
    /// Tells requests for a stream that was left since from those that still count.
    public let generation: Int
    /// The position: the events after it are needed.
    public let after: Int
    /// How many at most, from 1.
    public let limit: Int
    /// Whether it finds out if the stream has come as far as `after` at all.
    public let isCheck: Bool

    @inlinable
    init(generation: Int, after: Int, limit: Int, isCheck: Bool) {
        self.generation = generation
        self.after = after
        self.limit = limit
        self.isCheck = isCheck
    }
}

/// The answer to a ``ReplayRequest``.
public struct ReplayPage<Event: SequencedEvent>: Sendable {
    /// The stream that answered, if it said.
    public let epoch: String?
    /// The events after the position, from the oldest.
    public let events: [Event]
    /// The position to ask after next; the newest of the stream when it has not come as far as was asked.
    public let next: Int
    /// Whether that is the newest.
    public let isComplete: Bool

    /// Creates an answer.
    public init(epoch: String?, events: [Event], next: Int, isComplete: Bool) {
        self.epoch = epoch
        self.events = events
        self.next = next
        self.isComplete = isComplete
    }
}
