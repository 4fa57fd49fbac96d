internal import DequeModule
internal import Messages

/// The newest events of a stream, so that of several subscribers on one thread only the first has to read them.
///
/// What comes to another in the same bytes is the same event.
final class RecentEvents {
    /// Kept at most, in bytes of their JSON; the newest is kept in any case.
    private static let room = 1 << 20

    /// Contiguous, of one epoch.
    private var events: Deque<CloudEvent> = []
    /// Theirs.
    private var epoch = ""
    private var size = 0
    private var subscribers = 0

    func join() {
        subscribers += 1
    }

    func leave() {
        subscribers -= 1
        if subscribers < 2 { clear() }
    }

    /// The event that follows another, if someone has read it from the same bytes.
    func event(after earlier: CloudEvent?, writtenAs bytes: Span<UInt8>) -> CloudEvent? {
        guard subscribers > 1, let earlier, let first = events.first else { return nil }
        let index = earlier.sequence + 1 - first.sequence
        guard events.indices.contains(index), events[index].isWritten(as: bytes) else { return nil }
        return events[index]
    }

    /// Keeps an event that was read, if it is newer than the others.
    func add(_ event: CloudEvent) {
        guard subscribers > 1 else { return }
        if let last = events.last {
            let isContinued = event.isOf(epoch: epoch)
            if isContinued, event.sequence <= last.sequence { return }
            if !isContinued || event.sequence > last.sequence + 1 { clear() }
        }
        if events.isEmpty { epoch = event.epoch }
        events.append(event)
        size += event.jsonCount
        while size > Self.room, events.count > 1 { size -= events.removeFirst().jsonCount }
    }

    private func clear() {
        events.removeAll()
        size = 0
    }
}
