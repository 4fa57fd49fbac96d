internal import Messages

/// What a feed does after an input of its ``SubscriberStateMachine``.
enum SubscriberAction {
    case none
    /// Hands one signal on: almost always an event that came in its turn.
    case signal(SubscriberSignal)
    /// Hands signals on, in their order; perhaps none.
    case signals([SubscriberSignal])
    /// Hands signals on, and calls ``SubscriberStateMachine/retry()`` after a while: a replay did not help.
    case retry([SubscriberSignal])
}

/// Makes a contiguous stream of events out of what a SUB socket delivers, with holes and repetitions, and of replays.
///
/// It does no I/O and reads no clock.
///
/// After its inputs the feed asks ``nextReplay()``. At most one replay of a generation is in flight.
struct SubscriberStateMachine {
    private enum State {
        /// No marker has come yet: nothing is known of the stream.
        case joining(heartbeats: Int, isPaused: Bool)
        /// The consumer has seen everything up to a position.
        case joined(SubscribedStream)
    }

    private let start: StreamStart
    private let bufferLimit: Int
    private var state = State.joining(heartbeats: 0, isPaused: false)
    /// No heartbeat has come for too long.
    private var isSilent = false
    /// Why we are not admitted, as the consumer was told.
    private var fault: AdmissionFault?

    /// - Parameters:
    ///   - start: Where to begin.
    ///   - bufferLimit: How many events are kept at most while a hole before them is being filled.
    init(start: StreamStart, bufferLimit: Int) {
        self.start = start
        self.bufferLimit = bufferLimit
    }

    // MARK: What the socket delivers

    /// A join marker: a new connection to the publisher, over which everything above the marker will come.
    mutating func joined(at marker: StreamMarker) -> SubscriberAction {
        heard()
        if case .joining(_, let isPaused) = state {
            let position = start.position(joining: marker)
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

    mutating func heartbeat(_ marker: StreamMarker) -> SubscriberAction {
        let wasSilent = isSilent
        heard()
        switch state {
        case .joining(heartbeats: 0, isPaused: let isPaused):
            state = .joining(heartbeats: 1, isPaused: isPaused)
            return .none
        case .joining:
            // All topics of the service are one subscription, so a heartbeat proves that it is in force, as the marker
            // would have. The second one means that the marker was lost.
            return joined(at: marker)
        case .joined:
            return .signals(
                change { stream, signals in
                    if wasSilent { stream.recovered() }
                    stream.heartbeat(marker, &signals)
                }
            )
        }
    }

    mutating func event(_ event: CloudEvent) -> SubscriberAction {
        guard var stream = takeStream() else { return .none }
        defer { state = .joined(stream) }
        return stream.take(event, bufferLimit: bufferLimit, isSilent: isSilent)
    }

    /// Somebody is there who does not admit us; told once, until something is heard again.
    mutating func notAdmitted(_ fault: AdmissionFault) -> SubscriberAction {
        guard self.fault != fault else { return .none }
        self.fault = fault
        return .signal(.notAdmitted(fault))
    }

    /// There was no heartbeat for too long.
    mutating func silent() -> SubscriberAction {
        defer { isSilent = true }
        if case .joined(let stream) = state, stream.repair.isFailing { return .none }
        // The consumer knows why.
        guard fault == nil else { return .none }
        return isSilent ? .none : .signal(.stale)
    }

    private mutating func heard() {
        isSilent = false
        fault = nil
    }

    // MARK: Replays

    /// The newest position that the stream is known to have come to.
    var reached: StreamMarker? {
        if case .joined(let stream) = state { stream.reached } else { nil }
    }

    /// The replay to begin now, if any.
    mutating func nextReplay() -> ReplayRequest? {
        guard var stream = takeStream() else { return nil }
        defer { state = .joined(stream) }
        return stream.nextReplay()
    }

    mutating func replayed(_ page: ReplayPage, for request: ReplayRequest) -> SubscriberAction {
        apply(to: request) { [isSilent] stream, signals in stream.apply(page, to: request, isSilent: isSilent, &signals)
        }
    }

    /// The service no longer keeps what was asked for.
    ///
    /// - Parameter first: The oldest event it keeps.
    mutating func truncated(first: Int?, for request: ReplayRequest) -> SubscriberAction {
        apply(to: request) { [isSilent] stream, signals in stream.skip(to: first, isSilent: isSilent, &signals) }
    }

    mutating func replayFailed(_ request: ReplayRequest) -> SubscriberAction {
        apply(to: request) { _, _ in false }
    }

    /// The pause after a replay that did not help is over.
    mutating func retry() {
        _ = change { stream, _ in stream.retry() }
    }

    /// - Parameter body: Says whether the answer helped.
    private mutating func apply(
        to request: ReplayRequest,
        _ body: (inout SubscribedStream, inout [SubscriberSignal]) -> Bool
    ) -> SubscriberAction {
        var hasHelped = true
        let signals = change { [isSilent, fault] stream, signals in
            // One of a stream that was left no longer counts.
            guard request.generation == stream.generation else { return }
            hasHelped = body(&stream, &signals)
            if !hasHelped { stream.failed(request, isSilent: isSilent || fault != nil, &signals) }
        }
        return hasHelped ? .signals(signals) : .retry(signals)
    }

    // MARK: What the consumer does

    /// The consumer is too far behind: from now on nothing is kept for it.
    mutating func pause() {
        setPaused(true)
    }

    /// The consumer can take events again.
    mutating func resume() {
        setPaused(false)
    }

    private mutating func setPaused(_ isPaused: Bool) {
        if case .joining(let heartbeats, _) = state {
            state = .joining(heartbeats: heartbeats, isPaused: isPaused)
        } else {
            _ = change { stream, _ in stream.backlog.setPaused(isPaused) }
        }
    }

    // MARK: The stream

    /// Changes the stream, if there is one, and reports it as live when it is.
    private mutating func change(
        _ body: (inout SubscribedStream, inout [SubscriberSignal]) -> Void
    ) -> [SubscriberSignal] {
        guard var stream = takeStream() else { return [] }
        var signals: [SubscriberSignal] = []
        body(&stream, &signals)
        stream.report(isSilent: isSilent, &signals)
        state = .joined(stream)
        return signals
    }

    /// Takes the stream out, to be put back: whoever changes it must be the only owner of its events, which would be
    /// copied else.
    private mutating func takeStream() -> SubscribedStream? {
        guard case .joined(let stream) = state else { return nil }
        state = .joining(heartbeats: 0, isPaused: false)
        return stream
    }
}

extension StreamStart {
    /// Whether its position is one that was seen in an epoch, and not merely asked for.
    fileprivate func names(_ epoch: String) -> Bool {
        if case .position(epoch, after: _) = self { true } else { false }
    }

    /// The position to begin at in a stream that is joined at a marker.
    fileprivate func position(joining marker: StreamMarker) -> StreamMarker {
        // A remembered position is moved to the nearest that a stream can have.
        switch self {
        case .now: marker
        case .after(let sequence):
            StreamMarker(epoch: marker.epoch, sequence: min(max(0, sequence), SequenceText.maxValue), time: 0)
        case .position(let epoch, let sequence):
            StreamMarker(epoch: epoch, sequence: min(max(0, sequence), SequenceText.maxValue), time: 0)
        }
    }
}
