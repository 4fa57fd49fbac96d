/// What a ``SubscriberStateMachine`` keeps, asks for and believes.
public struct StreamLimits: Sendable, Hashable {
    /// How many events are kept at most while a hole before them is being filled; with more they are dropped, and asked for
    /// later.
    public var buffered: Int
    /// How many events are asked for at a time, from 1.
    public var page: Int
    /// The largest sequence that is believed, so that arithmetic with positions cannot overflow.
    public var lastSequence: Int

    /// Creates limits: as they are, some 100 000 events, pages of 1 000, and integers that every JSON reader keeps exactly.
    public init(buffered: Int = 100_000, page: Int = 1_000, lastSequence: Int = (1 << 53) - 1) {
        self.buffered = buffered
        self.page = page
        self.lastSequence = lastSequence
    }
}
