/// The stream of one publisher, of which the consumer has seen everything up to a position.
@usableFromInline
struct SubscribedStream<Signal: StreamSignal>: Sendable {
    @usableFromInline typealias Event = Signal.Event

    /// What is done about missing events.
    @usableFromInline
    enum Repair: Sendable {
        /// Nothing; the last replay helped, if there was one.
        case idle
        /// A replay is in flight. It is repeated if the one before it failed.
        case asking(isCheck: Bool, isRepeated: Bool)
        /// The last replay failed, and the pause after it is not over.
        case pausing
        /// The last replay failed, and the next one may begin.
        case retrying

        /// Whether the last replay failed.
        @inlinable
        var isFailing: Bool {
            switch self {
            case .idle: false
            case .asking(_, let isRepeated): isRepeated
            case .pausing, .retrying: true
            }
        }
    }

    @usableFromInline var position: StreamPosition
    /// The newest event known to exist at the publisher.
    @usableFromInline var head: Int
    /// The newest event that was ever seen or announced in this epoch.
    ///
    /// Another publisher may be behind it.
    @usableFromInline var newest: Int
    @usableFromInline var backlog: EventBacklog<Event>
    @usableFromInline var repair = Repair.idle
    /// A marker was below the position: the stream may have gone back, or we are ahead of the marker by a replay.
    @usableFromInline var needsCheck = false
    /// What to report as live once it is reached.
    @usableFromInline var awaited: StreamPosition?
    /// Grows with every new epoch.
    @usableFromInline var generation = 0

    /// - Parameters:
    ///   - position: Where it begins.
    ///   - wasSeen: Whether the stream was seen to be there; else that was merely asked for.
    ///   - head: The newest event known to exist.
    ///   - isPaused: Whether the consumer has more than enough.
    @inlinable
    init(position: StreamPosition, wasSeen: Bool, head: Int, isPaused: Bool) {
        self.position = position
        self.head = head
        newest = wasSeen ? max(head, position.sequence) : head
        backlog = isPaused ? .leftToReplay : .kept(RingQueue())
    }

    /// The newest position that the stream is known to have come to.
    @inlinable
    var reached: StreamPosition {
        StreamPosition(epoch: position.epoch, sequence: max(newest, head))
    }

    // MARK: What the socket delivers

    @inlinable
    mutating func joined(at marker: StreamPosition, _ signals: inout [Signal]) {
        awaited = marker
        guard position.epoch == marker.epoch else { return startAnew(at: marker, &signals) }
        // Whatever was waiting is above the marker and comes again, or below it and is replayed. A head that only the
        // connection before had announced is forgotten.
        backlog.removeAll()
        newest = max(newest, head)
        head = marker.sequence
        needsCheck = marker.sequence < position.sequence
    }

    @inlinable
    mutating func heartbeat(_ marker: StreamPosition, into signals: inout [Signal]) {
        guard position.epoch == marker.epoch else { return startAnew(at: marker, &signals) }
        // The events below it were sent before it in the same pipe: those that are missing now are lost.
        head = max(head, marker.sequence)
    }

    @inlinable
    mutating func take(_ event: Event, limit: Int, isSilent: Bool) -> SubscriberAction<Signal> {
        // One of another epoch is below the marker that announces the epoch.
        guard event.sequence > position.sequence, event.isOf(epoch: position.epoch) else { return .none }
        head = max(head, event.sequence)
        if case .leftToReplay = backlog { return .none }
        if event.sequence == position.sequence + 1 {
            position.sequence = event.sequence
            guard awaited != nil || backlog.first != nil else { return .signal(.event(event)) }
            var signals: [Signal] = [.event(event)]
            deliverBacklog(&signals)
            report(isSilent: isSilent, &signals)
            return .signals(signals)
        }
        backlog.append(event, limit: limit)
        return .none
    }

    @inlinable
    mutating func deliver(_ event: Event, into signals: inout [Signal]) {
        signals.append(.event(event))
        position.sequence = event.sequence
        newest = max(newest, event.sequence)
    }

    @inlinable
    mutating func deliverBacklog(_ signals: inout [Signal]) {
        while let event = backlog.popFirst(upTo: position.sequence + 1) {
            if event.sequence == position.sequence + 1 { deliver(event, into: &signals) }
        }
    }

    // MARK: Replays

    @inlinable
    mutating func nextReplay(page: Int) -> ReplayRequest? {
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
            limit: min(max(1, hole ?? Int.max), max(1, page)),
            isCheck: needsCheck
        )
        repair = .asking(isCheck: needsCheck, isRepeated: repair.isFailing)
        needsCheck = false
        return request
    }

    /// - Returns: Whether it helped.
    @inlinable
    mutating func apply(
        _ page: ReplayPage<Event>,
        to request: ReplayRequest,
        isSilent: Bool,
        into signals: inout [Signal]
    ) -> Bool {
        // If it is of another, the marker of the new stream is on its way.
        guard page.epoch == nil || page.epoch == position.epoch else { return false }
        let before = position.sequence
        if request.isCheck, page.isComplete, page.next < request.after, before == request.after {
            resync(.behind, to: StreamPosition(epoch: position.epoch, sequence: page.next), into: &signals)
            repaired(isSilent: isSilent)
            return true
        }
        for event in page.events where event.isOf(epoch: position.epoch) && event.sequence == position.sequence + 1 {
            deliver(event, into: &signals)
        }
        deliverBacklog(&signals)
        // Only a complete page says that the stream has come as far as a position that was asked about.
        let isEnough = position.sequence >= head && (!request.isCheck || page.isComplete)
        guard position.sequence > before || isEnough else { return false }
        repaired(isSilent: isSilent)
        return true
    }

    /// Goes on with the oldest event that the publisher keeps.
    ///
    /// - Returns: Whether that helped.
    @inlinable
    mutating func skip(to first: Int?, last: Int, isSilent: Bool, _ signals: inout [Signal]) -> Bool {
        guard let first, first <= last, first > position.sequence + 1 else { return false }
        resync(.truncated, to: StreamPosition(epoch: position.epoch, sequence: first - 1), into: &signals)
        deliverBacklog(&signals)
        repaired(isSilent: isSilent)
        return true
    }

    @inlinable
    mutating func failed(_ request: ReplayRequest, isSilent: Bool, into signals: inout [Signal]) {
        if !isSilent, !repair.isFailing { signals.append(.stale) }
        repair = .pausing
        if request.isCheck { needsCheck = true }
    }

    @inlinable
    mutating func retry() {
        if case .pausing = repair { repair = .retrying }
    }

    @inlinable
    mutating func repaired(isSilent: Bool) {
        let wasFailing = repair.isFailing
        repair = .idle
        if wasFailing, !isSilent { recovered() }
    }

    // MARK: Cuts

    @inlinable
    mutating func startAnew(at marker: StreamPosition, _ signals: inout [Signal]) {
        resync(.newEpoch, to: marker, into: &signals)
        generation += 1
        repair = .idle
    }

    @inlinable
    mutating func resync(
        _ reason: Resync.Reason,
        to target: StreamPosition,
        into signals: inout [Signal]
    ) {
        let from = StreamPosition(epoch: position.epoch, sequence: position.sequence)
        position = StreamPosition(epoch: target.epoch, sequence: target.sequence)
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

    // MARK: What the consumer learns about its view

    /// After ``StreamSignal/stale`` the consumer is notified when the view is good again.
    @inlinable
    mutating func recovered() {
        guard !repair.isFailing, awaited == nil else { return }
        awaited = StreamPosition(epoch: position.epoch, sequence: head)
    }

    /// Reports the stream as live if it is and the consumer waits for that.
    @inlinable
    mutating func report(isSilent: Bool, _ signals: inout [Signal]) {
        guard let awaited, !isSilent, !repair.isFailing, !needsCheck else { return }
        if case .asking(isCheck: true, isRepeated: _) = repair { return }
        guard position.epoch == awaited.epoch, position.sequence >= awaited.sequence else { return }
        signals.append(.live(awaited))
        self.awaited = nil
    }
}
