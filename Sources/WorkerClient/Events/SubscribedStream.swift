internal import DequeModule
internal import Messages

/// The stream of one publisher, of which the consumer has seen everything up to a position.
struct SubscribedStream {
    /// What is done about missing events.
    enum Repair {
        /// Nothing; the last replay helped, if there was one.
        case idle
        /// A replay is in flight. It is repeated if the one before it failed.
        case asking(isCheck: Bool, isRepeated: Bool)
        /// The last replay failed, and the pause after it is not over.
        case pausing
        /// The last replay failed, and the next one may begin.
        case retrying

        /// Whether the last replay failed.
        var isFailing: Bool {
            switch self {
            case .idle: false
            case .asking(_, let isRepeated): isRepeated
            case .pausing, .retrying: true
            }
        }
    }

    private(set) var position: StreamMarker
    /// The newest event known to exist at the publisher.
    private var head: Int
    /// The newest event that was ever seen or announced in this epoch.
    ///
    /// Another publisher may be behind it.
    private var newest: Int
    var backlog: EventBacklog
    private(set) var repair = Repair.idle
    /// A marker was below the position: the stream may have gone back, or we are ahead of the marker by a replay.
    private var needsCheck = false
    /// What to report as live once it is reached.
    private var awaited: StreamMarker?
    /// Grows with every new epoch.
    private(set) var generation = 0

    /// - Parameters:
    ///   - position: Where it begins.
    ///   - wasSeen: Whether the stream was seen to be there; else that was merely asked for.
    ///   - head: The newest event known to exist.
    ///   - isPaused: Whether the consumer has more than enough.
    init(position: StreamMarker, wasSeen: Bool, head: Int, isPaused: Bool) {
        self.position = position
        self.head = head
        newest = wasSeen ? max(head, position.sequence) : head
        backlog = isPaused ? .leftToReplay : .kept([])
    }

    /// The newest position that the stream is known to have come to.
    var reached: StreamMarker {
        StreamMarker(epoch: position.epoch, sequence: max(newest, head), time: 0)
    }

    // MARK: What the socket delivers

    mutating func joined(at marker: StreamMarker, _ signals: inout [SubscriberSignal]) {
        awaited = marker
        guard position.epoch == marker.epoch else { return startAnew(at: marker, &signals) }
        // Whatever was waiting is above the marker and comes again, or below it and is replayed. A head that only the
        // connection before had announced is forgotten.
        backlog.removeAll()
        newest = max(newest, head)
        head = marker.sequence
        needsCheck = marker.sequence < position.sequence
    }

    mutating func heartbeat(_ marker: StreamMarker, _ signals: inout [SubscriberSignal]) {
        guard position.epoch == marker.epoch else { return startAnew(at: marker, &signals) }
        // The events below it were sent before it in the same pipe: those that are missing now are lost.
        head = max(head, marker.sequence)
    }

    mutating func take(_ event: CloudEvent, bufferLimit: Int, isSilent: Bool) -> SubscriberAction {
        // One of another epoch is below the marker that announces the epoch.
        guard event.sequence > position.sequence, event.isOf(epoch: position.epoch) else { return .none }
        head = max(head, event.sequence)
        if case .leftToReplay = backlog { return .none }
        if event.sequence == position.sequence + 1 {
            position.sequence = event.sequence
            guard awaited != nil || backlog.first != nil else { return .signal(.event(event)) }
            var signals: [SubscriberSignal] = [.event(event)]
            deliverBacklog(&signals)
            report(isSilent: isSilent, &signals)
            return .signals(signals)
        }
        backlog.append(event, limit: bufferLimit)
        return .none
    }

    private mutating func deliver(_ event: CloudEvent, _ signals: inout [SubscriberSignal]) {
        signals.append(.event(event))
        position.sequence = event.sequence
        newest = max(newest, event.sequence)
    }

    private mutating func deliverBacklog(_ signals: inout [SubscriberSignal]) {
        while let event = backlog.popFirst(upTo: position.sequence + 1) {
            if event.sequence == position.sequence + 1 { deliver(event, &signals) }
        }
    }

    // MARK: Replays

    mutating func nextReplay() -> ReplayRequest? {
        switch repair {
        case .asking, .pausing: return nil
        case .idle, .retrying: break
        }
        if case .leftToReplay = backlog { return nil }
        guard needsCheck || position.sequence < head else { return nil }
        // The backlog never begins with the next event, so the hole ends before its first.
        let hole = (backlog.first?.sequence).map { $0 - position.sequence - 1 }
        let request = ReplayRequest(
            generation: generation,
            after: position.sequence,
            limit: min(max(1, hole ?? Int.max), EventsReplayParams.limitRange.upperBound),
            isCheck: needsCheck
        )
        repair = .asking(isCheck: needsCheck, isRepeated: repair.isFailing)
        needsCheck = false
        return request
    }

    /// - Returns: Whether it helped.
    mutating func apply(
        _ page: ReplayPage,
        to request: ReplayRequest,
        isSilent: Bool,
        _ signals: inout [SubscriberSignal]
    ) -> Bool {
        // If it is of another, the marker of the new stream is on its way.
        guard page.epoch == nil || page.epoch == position.epoch else { return false }
        let before = position.sequence
        if request.isCheck, page.isComplete, page.next < request.after, before == request.after {
            resync(.behind, to: StreamMarker(epoch: position.epoch, sequence: page.next, time: 0), &signals)
            repaired(isSilent: isSilent)
            return true
        }
        for event in page.events where event.isOf(epoch: position.epoch) && event.sequence == position.sequence + 1 {
            deliver(event, &signals)
        }
        deliverBacklog(&signals)
        // Only a complete page says that the stream has come as far as a position that was asked about.
        let isEnough = position.sequence >= head && (!request.isCheck || page.isComplete)
        guard position.sequence > before || isEnough else { return false }
        repaired(isSilent: isSilent)
        return true
    }

    /// Goes on with the oldest event that the service keeps.
    ///
    /// - Returns: Whether that helped.
    mutating func skip(to first: Int?, isSilent: Bool, _ signals: inout [SubscriberSignal]) -> Bool {
        guard let first, first <= SequenceText.maxValue, first > position.sequence + 1 else { return false }
        resync(.truncated, to: StreamMarker(epoch: position.epoch, sequence: first - 1, time: 0), &signals)
        deliverBacklog(&signals)
        repaired(isSilent: isSilent)
        return true
    }

    mutating func failed(_ request: ReplayRequest, isSilent: Bool, _ signals: inout [SubscriberSignal]) {
        if !isSilent, !repair.isFailing { signals.append(.stale) }
        repair = .pausing
        if request.isCheck { needsCheck = true }
    }

    mutating func retry() {
        if case .pausing = repair { repair = .retrying }
    }

    private mutating func repaired(isSilent: Bool) {
        let wasFailing = repair.isFailing
        repair = .idle
        if wasFailing, !isSilent { recovered() }
    }

    // MARK: Cuts

    private mutating func startAnew(at marker: StreamMarker, _ signals: inout [SubscriberSignal]) {
        resync(.newEpoch, to: marker, &signals)
        generation += 1
        repair = .idle
    }

    private mutating func resync(
        _ reason: Resync.Reason,
        to target: StreamMarker,
        _ signals: inout [SubscriberSignal]
    ) {
        let from = StreamMarker(epoch: position.epoch, sequence: position.sequence, time: 0)
        position = StreamMarker(epoch: target.epoch, sequence: target.sequence, time: 0)
        signals.append(.resynced(Resync(reason: reason, from: from, to: position)))
        if reason == .truncated {
            // It is the same stream, of which only the past is gone.
            head = max(head, position.sequence)
        } else {
            head = position.sequence
            newest = head
            backlog.removeAll()
            needsCheck = false
        }
        if let awaited, awaited.epoch != position.epoch || awaited.sequence > head { self.awaited = position }
    }

    // MARK: What the consumer is told of its view

    /// After ``SubscriberSignal/stale`` the consumer is told when the view is good again.
    mutating func recovered() {
        guard !repair.isFailing, awaited == nil else { return }
        awaited = StreamMarker(epoch: position.epoch, sequence: head, time: 0)
    }

    /// Reports the stream as live if it is and the consumer waits for that.
    mutating func report(isSilent: Bool, _ signals: inout [SubscriberSignal]) {
        guard let awaited, !isSilent, !repair.isFailing, !needsCheck else { return }
        if case .asking(isCheck: true, isRepeated: _) = repair { return }
        guard position.epoch == awaited.epoch, position.sequence >= awaited.sequence else { return }
        signals.append(.live(awaited))
        self.awaited = nil
    }
}

/// The events above a position that wait for those before them.
enum EventBacklog {
    /// Ascending, not always contiguous.
    case kept(Deque<CloudEvent>)
    /// The consumer has more than enough: what comes is left to a later replay.
    case leftToReplay

    var first: CloudEvent? {
        if case .kept(let events) = self { events.first } else { nil }
    }

    mutating func setPaused(_ isPaused: Bool) {
        switch (self, isPaused) {
        case (_, true): self = .leftToReplay
        case (.leftToReplay, false): self = .kept([])
        case (.kept, false): break
        }
    }

    /// Appends an event above all others; when there is no room for it all are dropped, and left to a replay.
    fileprivate mutating func append(_ event: CloudEvent, limit: Int) {
        guard case .kept(var events) = self, event.sequence > events.last?.sequence ?? 0 else { return }
        // The events have one owner then, and are changed in place.
        self = .kept([])
        guard events.count < limit else { return }
        events.append(event)
        self = .kept(events)
    }

    fileprivate mutating func popFirst(upTo sequence: Int) -> CloudEvent? {
        guard case .kept(var events) = self, let first = events.first, first.sequence <= sequence else { return nil }
        self = .kept([])
        events.removeFirst()
        self = .kept(events)
        return first
    }

    fileprivate mutating func removeAll() {
        if case .kept = self { self = .kept([]) }
    }
}
