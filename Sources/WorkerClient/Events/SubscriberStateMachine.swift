internal import DequeModule
internal import Messages

/// Makes a contiguous stream of events out of what a SUB socket delivers, with holes and repetitions, and of replays.
///
/// It does no I/O and reads no clock.
///
/// After each input the feed takes ``takeSignals()`` and asks ``nextReplay()``. At most one replay of a generation is
/// under way.
struct SubscriberStateMachine {
    private enum Replay {
        case none
        case running
        /// The last one failed; ``retry()`` ends it.
        case pausing
    }

    private let start: StreamStart
    /// The most events kept while a hole before them is being filled.
    private let bufferLimit: Int
    /// The consumer has seen everything up to here; `nil` before the first marker.
    private(set) var position: StreamMarker?
    private var signals: [SubscriberSignal] = []
    /// The newest event known to exist.
    private var head = 0
    /// Events above the position that wait for those before them; ascending, not always contiguous.
    private var buffer: Deque<CloudEvent> = []
    private var replay = Replay.none
    private var generation = 0
    /// A marker was below the position: the stream may have gone back, or we are ahead of the marker by a replay.
    private var needsCheck = false
    private var isChecking = false
    /// The consumer has more than enough; what comes is left to a later replay.
    private var isPaused = false
    /// What to report as live once it is reached.
    private var awaited: StreamMarker?
    private var heartbeatsBeforeJoining = 0
    private var isSilent = false
    private var isStuck = false
    /// Why we are not let in, as the consumer was told.
    private var fault: AdmissionFault?

    init(start: StreamStart, bufferLimit: Int) {
        self.start = start
        self.bufferLimit = bufferLimit
    }

    // MARK: Outputs

    mutating func takeSignals() -> [SubscriberSignal] {
        defer { signals = [] }
        return signals
    }

    /// The replay to begin now, if any.
    mutating func nextReplay() -> ReplayRequest? {
        guard case .none = replay, !isPaused, let position, needsCheck || position.sequence < head else { return nil }
        // The buffer never begins with the next event, so the hole ends before its first.
        let hole = (buffer.first?.sequence).map { $0 - position.sequence - 1 }
        let request = ReplayRequest(
            generation: generation,
            after: position.sequence,
            limit: min(max(1, hole ?? Int.max), EventsReplayParams.limitRange.upperBound),
            isCheck: needsCheck
        )
        isChecking = needsCheck
        needsCheck = false
        replay = .running
        return request
    }

    // MARK: What the socket delivers

    /// A join marker: a new connection to the publisher, over which everything above the marker will come.
    mutating func joined(at marker: StreamMarker) {
        awaited = marker
        heard()
        guard let position else {
            begin(at: marker)
            return report()
        }
        guard position.epoch == marker.epoch else {
            resync(.newEpoch, to: marker)
            return report()
        }
        // Whatever was waiting is above the marker and comes again, or below it and is replayed. A head that only the
        // connection before had announced is forgotten.
        buffer.removeAll()
        head = marker.sequence
        needsCheck = marker.sequence < position.sequence
        report()
    }

    mutating func heartbeat(_ marker: StreamMarker) {
        guard let position else {
            // All topics of the service are one subscription, so a heartbeat proves that it is in force, as the marker
            // would have. The second one means that the marker was lost.
            heartbeatsBeforeJoining += 1
            return heartbeatsBeforeJoining < 2 ? heard() : joined(at: marker)
        }
        heard()
        guard position.epoch == marker.epoch else {
            resync(.newEpoch, to: marker)
            return report()
        }
        // The events below it were sent before it in the same pipe: those that are missing now are lost.
        head = max(head, marker.sequence)
        report()
    }

    mutating func event(_ event: CloudEvent) {
        // One of another epoch is below the marker that announces the epoch.
        guard let position, event.sequence > position.sequence, event.isOf(epoch: position.epoch) else { return }
        head = max(head, event.sequence)
        guard !isPaused else { return }
        if event.sequence == position.sequence + 1 {
            deliver(event)
            drainBuffer()
            report()
        } else if event.sequence > buffer.last?.sequence ?? 0 {
            if buffer.count < bufferLimit {
                buffer.append(event)
            } else {
                buffer.removeAll()
            }
        }
    }

    /// Somebody is there who does not let us in; told once, until something is heard again.
    mutating func notAdmitted(_ fault: AdmissionFault) {
        guard self.fault != fault else { return }
        self.fault = fault
        signals.append(.notAdmitted(fault))
    }

    /// There was no heartbeat for too long.
    mutating func silent() {
        let wasStale = isSilent || isStuck
        isSilent = true
        if !wasStale { signals.append(.stale) }
    }

    // MARK: What replays deliver

    /// - Returns: Whether it helped. If not, ``retry()`` must follow after a while.
    mutating func replayed(_ page: ReplayPage, for request: ReplayRequest) -> Bool {
        guard request.generation == generation, let before = position else { return true }
        guard page.epoch == nil || page.epoch == before.epoch else {
            // The marker of the new stream is on its way.
            return replayFailed(request)
        }
        replay = .none
        isChecking = false
        if request.isCheck, page.isComplete, page.next < request.after, before.sequence == request.after {
            resync(.behind, to: StreamMarker(epoch: before.epoch, sequence: page.next, time: 0))
            unstick()
            report()
            return true
        }
        for event in page.events where event.isOf(epoch: before.epoch) {
            if event.sequence == (position?.sequence ?? 0) + 1 { deliver(event) }
        }
        drainBuffer()
        let reached = position?.sequence ?? 0
        // Only a complete page says that the stream has come as far as a position that was asked about.
        let isEnough = reached >= head && (!request.isCheck || page.isComplete)
        guard reached > before.sequence || isEnough else { return replayFailed(request) }
        unstick()
        report()
        return true
    }

    /// The service no longer keeps what was asked for.
    ///
    /// - Parameter first: The oldest event it keeps.
    /// - Returns: Whether it helped. If not, ``retry()`` must follow after a while.
    mutating func truncated(first: Int?, for request: ReplayRequest) -> Bool {
        guard request.generation == generation, let position else { return true }
        guard let first, first <= SequenceText.largest, first > position.sequence + 1 else {
            return replayFailed(request)
        }
        replay = .none
        isChecking = false
        resync(.truncated, to: StreamMarker(epoch: position.epoch, sequence: first - 1, time: 0), isSameStream: true)
        drainBuffer()
        unstick()
        report()
        return true
    }

    /// - Returns: `false`: ``retry()`` must follow after a while, unless the request was of an older generation.
    @discardableResult
    mutating func replayFailed(_ request: ReplayRequest) -> Bool {
        guard request.generation == generation else { return true }
        replay = .pausing
        needsCheck = needsCheck || request.isCheck
        isChecking = false
        let wasStale = isSilent || isStuck
        isStuck = true
        if !wasStale { signals.append(.stale) }
        return false
    }

    /// The pause after a failure is over.
    mutating func retry() {
        if case .pausing = replay { replay = .none }
    }

    // MARK: What the consumer does

    /// The consumer is too far behind: from now on nothing is kept for it.
    mutating func pause() {
        isPaused = true
        buffer.removeAll()
    }

    /// The consumer can take events again.
    mutating func resume() {
        isPaused = false
    }

    // MARK: Moving on

    private mutating func begin(at marker: StreamMarker) {
        head = marker.sequence
        switch start {
        case .now:
            position = marker
        case .after(let sequence):
            position = StreamMarker(epoch: marker.epoch, sequence: Self.sound(sequence), time: 0)
        case .position(let epoch, let sequence):
            position = StreamMarker(epoch: epoch, sequence: Self.sound(sequence), time: 0)
            guard epoch == marker.epoch else { return resync(.newEpoch, to: marker) }
        }
        needsCheck = marker.sequence < position?.sequence ?? 0
    }

    /// A remembered position, moved to the nearest that a stream can have.
    private static func sound(_ sequence: Int) -> Int {
        min(max(0, sequence), SequenceText.largest)
    }

    /// - Parameter isSameStream: What is known and buffered of the stream stays true.
    private mutating func resync(_ reason: Resync.Reason, to target: StreamMarker, isSameStream: Bool = false) {
        guard let old = position else { return }
        let to = StreamMarker(epoch: target.epoch, sequence: target.sequence, time: 0)
        let from = StreamMarker(epoch: old.epoch, sequence: old.sequence, time: 0)
        signals.append(.resynced(Resync(reason: reason, from: from, to: to)))
        position = to
        if isSameStream {
            head = max(head, to.sequence)
        } else {
            head = to.sequence
            buffer.removeAll()
            needsCheck = false
        }
        if from.epoch != to.epoch {
            generation += 1
            replay = .none
            isChecking = false
            isStuck = false
        }
        if let awaited, awaited.epoch != to.epoch || awaited.sequence > head { self.awaited = to }
    }

    private mutating func deliver(_ event: CloudEvent) {
        signals.append(.event(event))
        // Only events of the epoch at hand come here.
        position?.sequence = event.sequence
    }

    private mutating func drainBuffer() {
        while let event = buffer.first, let position, event.sequence <= position.sequence + 1 {
            buffer.removeFirst()
            if event.sequence == position.sequence + 1 { deliver(event) }
        }
    }

    private mutating func heard() {
        let wasStale = isSilent
        isSilent = false
        fault = nil
        if wasStale { recovered() }
    }

    private mutating func unstick() {
        let wasStale = isStuck
        isStuck = false
        if wasStale { recovered() }
    }

    /// After ``SubscriberSignal/stale`` the consumer is told when the view is good again.
    private mutating func recovered() {
        guard !isSilent, !isStuck, let position, awaited == nil else { return }
        awaited = StreamMarker(epoch: position.epoch, sequence: head, time: 0)
    }

    private mutating func report() {
        guard let awaited, let position, !isSilent, !isStuck, !needsCheck, !isChecking else { return }
        guard position.epoch == awaited.epoch, position.sequence >= awaited.sequence else { return }
        signals.append(.live(awaited))
        self.awaited = nil
    }
}
