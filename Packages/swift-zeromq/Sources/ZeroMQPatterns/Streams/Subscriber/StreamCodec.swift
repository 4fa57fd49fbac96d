public import ZeroMQ

/// The messages of a ``StreamLoop``: what a publisher sends, and how the past is asked for.
public protocol StreamCodec: SendableMetatype {
    /// What the subscriber sees.
    associatedtype Signal: StreamSignal
    /// The messages between the subscriber and who answers for the past.
    associatedtype Requests: RequestCodec

    /// What to subscribe to: one prefix for all topics, the heartbeat's included, so that every jump in the sequence is a loss; and
    /// a topic of the subscriber's own behind them, by which it joins.
    var prefixes: [String] { get }

    /// The subscription begins; on the thread of its transport, as all that follows.
    mutating func opened()

    /// The subscription has ended.
    mutating func closed()

    /// Reads what a publisher sent.
    mutating func read(_ message: borrowing ZMQMultipart) -> StreamMessage<Signal>

    /// The request for a part of the past.
    ///
    /// - Parameters:
    ///   - position: The sequence that events are asked for after.
    ///   - limit: How many at most.
    ///   - reached: How far the stream is known to have come, so that a server that is behind cannot pass for one that went back.
    ///   - requests: What writes the request.
    func replay(
        after position: Int,
        limit: Int,
        reached: StreamPosition?,
        with requests: inout Requests
    ) -> Requests.Request

    /// What came of such a request.
    func replayed(_ outcome: RequestOutcome<Requests>, after position: Int) -> ReplayAnswer<Signal.Event>

    /// The position to ask after next, before an answer is read; `nil` when that one is the last.
    func continuation(of answer: Requests.Result) -> Int?
}

extension StreamCodec {
    /// Does nothing.
    @inlinable public mutating func opened() {}
    /// Does nothing.
    @inlinable public mutating func closed() {}
}

/// What a publisher sent.
public enum StreamMessage<Signal: StreamSignal> {
    /// The next event, or one that came before.
    case event(Signal.Event)
    /// A join marker, and whether the publisher is cut off from its log.
    case joined(StreamPosition, isCutOff: Bool)
    /// A heartbeat, and whether the publisher is cut off from its log.
    case heartbeat(StreamPosition, isCutOff: Bool)
    /// The publisher refuses what is asked for: with what the subscriber sees of that.
    case refused(Signal)
    /// To be dropped: if it was an event, the hole is noticed and repaired.
    case unreadable
}

/// What came of a ``ReplayRequest``.
public enum ReplayAnswer<Event: SequencedEvent> {
    /// A part of the past.
    case page(ReplayPage<Event>)
    /// It is not kept any more: with the oldest that is.
    case truncated(first: Int?)
    /// No answer, or none that can be read.
    case failed
}
