/// What is to be done after an input of a ``SubscriberStateMachine``.
public enum SubscriberAction<Signal: StreamSignal>: Sendable {
    /// Nothing.
    case none
    /// Hands one signal on: almost always an event that came in its turn.
    case signal(Signal)
    /// Hands signals on, in their order; perhaps none.
    case signals([Signal])
    /// Hands signals on, and calls ``SubscriberStateMachine/retry()`` after a while: a replay did not help.
    case retry([Signal])
}

/// Makes a contiguous stream of events out of what a SUB socket delivers, with holes and repetitions, and of replays.
///
/// It does no I/O and reads no clock.
///
/// After its inputs its user asks ``nextReplay()``. At most one replay of a generation is in flight.
///
/// Generic code is inlined where it is used, so that there it is made for the events at hand.
public struct SubscriberStateMachine<Signal: StreamSignal>: Sendable {
    /// What the stream consists of.
    public typealias Event = Signal.Event

    @usableFromInline
    enum State: Sendable {
        /// No marker has come yet: nothing is known of the stream.
        case joining(heartbeats: Int, isPaused: Bool)
        /// The consumer has seen everything up to a position.
        case joined(SubscribedStream<Signal>)
    }

    @usableFromInline let start: StreamStart
    @usableFromInline let limits: StreamLimits
    @usableFromInline var state = State.joining(heartbeats: 0, isPaused: false)
    /// No heartbeat has come for too long.
    @usableFromInline var isSilent = false
    /// Why we are not admitted, as the consumer was notified.
    @usableFromInline var fault: AdmissionFault?

    /// - Parameters:
    ///   - start: Where to begin.
    ///   - limits: What it keeps, asks for and believes.
    @inlinable
    public init(start: StreamStart, limits: StreamLimits = StreamLimits()) {
        self.start = start
        self.limits = limits
    }

    // MARK: What the socket delivers

    /// A join marker: a new connection to the publisher, over which everything above the marker will come.
    @inlinable
    public mutating func joined(at marker: StreamPosition) -> SubscriberAction<Signal> {
        heard()
        if case .joining(_, let isPaused) = state {
            let position = start.position(joining: marker, last: limits.lastSequence)
            state = .joined(
                SubscribedStream(
                    position: position,
                    wasSeen: start.names(marker.epoch),
                    head: marker.sequence,
                    isPaused: isPaused
                )
            )
        }
        return .signals(change { stream, signals in stream.joined(at: marker, &signals) })
    }

    /// The publisher is there, and says how far its stream has come.
    @inlinable
    public mutating func heartbeat(_ marker: StreamPosition) -> SubscriberAction<Signal> {
        let wasSilent = isSilent
        heard()
        switch state {
        case .joining(heartbeats: 0, isPaused: let isPaused):
            state = .joining(heartbeats: 1, isPaused: isPaused)
            return .none
        case .joining:
            // All topics of the stream are one subscription, so a heartbeat proves that it is in force, as the marker
            // would have. The second one means that the marker was lost.
            return joined(at: marker)
        case .joined:
            return .signals(
                change { stream, signals in
                    if wasSilent { stream.recovered() }
                    stream.heartbeat(marker, into: &signals)
                }
            )
        }
    }

    /// An event.
    @inlinable
    public mutating func event(_ event: Event) -> SubscriberAction<Signal> {
        guard var stream = takeStream() else { return .none }
        defer { state = .joined(stream) }
        return stream.take(event, limit: limits.buffered, isSilent: isSilent)
    }

    /// Someone is there who does not admit us; reported once, until something is heard again.
    @inlinable
    public mutating func notAdmitted(_ fault: AdmissionFault) -> SubscriberAction<Signal> {
        guard self.fault != fault else { return .none }
        self.fault = fault
        return .signal(.notAdmitted(fault))
    }

    /// There was no heartbeat for too long.
    @inlinable
    public mutating func silent() -> SubscriberAction<Signal> {
        defer { isSilent = true }
        if case .joined(let stream) = state, stream.repair.isFailing { return .none }
        // The consumer knows why.
        guard fault == nil else { return .none }
        return isSilent ? .none : .signal(.stale)
    }

    @inlinable
    mutating func heard() {
        isSilent = false
        fault = nil
    }

    // MARK: Replays

    /// The newest position that the stream is known to have come to.
    @inlinable
    public var reached: StreamPosition? {
        if case .joined(let stream) = state { stream.reached } else { nil }
    }

    /// The replay to begin now, if any.
    @inlinable
    public mutating func nextReplay() -> ReplayRequest? {
        guard var stream = takeStream() else { return nil }
        defer { state = .joined(stream) }
        return stream.nextReplay(page: limits.page)
    }

    /// A replay was answered.
    @inlinable
    public mutating func replayed(_ page: ReplayPage<Event>, for request: ReplayRequest) -> SubscriberAction<Signal> {
        apply(to: request) { [isSilent] stream, signals in
            stream.apply(page, to: request, isSilent: isSilent, into: &signals)
        }
    }

    /// The publisher no longer keeps what was asked for.
    ///
    /// - Parameter first: The oldest event it keeps.
    @inlinable
    public mutating func truncated(first: Int?, for request: ReplayRequest) -> SubscriberAction<Signal> {
        apply(to: request) { [isSilent, limits] stream, signals in
            stream.skip(to: first, last: limits.lastSequence, isSilent: isSilent, &signals)
        }
    }

    /// A replay was not answered, or by something that is no answer.
    @inlinable
    public mutating func replayFailed(_ request: ReplayRequest) -> SubscriberAction<Signal> {
        apply(to: request) { _, _ in false }
    }

    /// The pause after a replay that did not help is over.
    @inlinable
    public mutating func retry() {
        _ = change { stream, _ in stream.retry() }
    }

    @inlinable
    mutating func apply(
        to request: ReplayRequest,
        _ body: (inout SubscribedStream<Signal>, inout [Signal]) -> Bool
    ) -> SubscriberAction<Signal> {
        var hasHelped = true
        let signals = change { [isSilent, fault] stream, signals in
            // One of a stream that was left no longer counts.
            guard request.generation == stream.generation else { return }
            hasHelped = body(&stream, &signals)
            if !hasHelped { stream.failed(request, isSilent: isSilent || fault != nil, into: &signals) }
        }
        return hasHelped ? .signals(signals) : .retry(signals)
    }

    // MARK: What the consumer does

    /// The consumer is too far behind: from now on nothing is kept for it.
    @inlinable
    public mutating func pause() {
        setPaused(true)
    }

    /// The consumer can take events again.
    @inlinable
    public mutating func resume() {
        setPaused(false)
    }

    @inlinable
    mutating func setPaused(_ isPaused: Bool) {
        if case .joining(let heartbeats, _) = state {
            state = .joining(heartbeats: heartbeats, isPaused: isPaused)
        } else {
            _ = change { stream, _ in stream.backlog.setPaused(isPaused) }
        }
    }

    // MARK: The stream

    /// Changes the stream, if there is one, and reports it as live when it is.
    @inlinable
    mutating func change(
        _ body: (inout SubscribedStream<Signal>, inout [Signal]) -> Void
    ) -> [Signal] {
        guard var stream = takeStream() else { return [] }
        var signals: [Signal] = []
        body(&stream, &signals)
        stream.report(isSilent: isSilent, &signals)
        state = .joined(stream)
        return signals
    }

    /// Takes the stream out, to be put back: anyone who changes it must be the only owner of its events, which would be
    /// copied else.
    @inlinable
    mutating func takeStream() -> SubscribedStream<Signal>? {
        guard case .joined(let stream) = state else { return nil }
        state = .joining(heartbeats: 0, isPaused: false)
        return stream
    }
}

extension StreamStart {
    /// Whether its position is one that was seen in an epoch, and not merely asked for.
    @inlinable
    func names(_ epoch: String) -> Bool {
        if case .position(epoch, after: _) = self { true } else { false }
    }

    /// The position to begin at in a stream that is joined at a marker.
    @inlinable
    func position(joining marker: StreamPosition, last: Int) -> StreamPosition {
        // A remembered position is moved to the nearest that a stream can have.
        switch self {
        case .now: marker
        case .after(let sequence):
            StreamPosition(epoch: marker.epoch, sequence: min(max(0, sequence), last))
        case .position(let epoch, let sequence):
            StreamPosition(epoch: epoch, sequence: min(max(0, sequence), last))
        }
    }
}
