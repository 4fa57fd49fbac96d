internal import DequeModule
internal import Messages
internal import NIOCore
internal import WorkerClient
internal import ZeroMQPatterns

/// The newest events of one service, and how far its stream has come.
struct EventFeed {
    /// How many events are kept: who is further behind asks the service for the past.
    static let kept = 4_096
    /// The most bytes of them.
    static let keptBytes = 8 << 20

    private let service: ServiceName
    /// The life of the stream; `nil` until the service was heard of.
    private(set) var epoch: String?
    /// The newest event.
    private(set) var head = 0
    /// Whether the service is away, or behind.
    private(set) var isStale = false
    /// Contiguous, up to ``head``.
    private var events: Deque<StreamEvent> = []
    private var bytes = 0

    init(of service: ServiceName) {
        self.service = service
    }

    mutating func take(_ signal: SubscriberSignal) {
        switch signal {
        case .event(let event):
            // What cannot stand in a position would be read as a part of the stream of others.
            guard StreamPosition.isEpoch(event.epoch) else { return isStale = true }
            let event = StreamEvent(event, of: service)
            events.append(event)
            bytes += event.data.readableBytes
            while events.count > Self.kept || bytes > Self.keptBytes, let first = events.popFirst() {
                bytes -= first.data.readableBytes
            }
            head = event.sequence
        case .live(let marker):
            guard StreamPosition.isEpoch(marker.epoch) else { return isStale = true }
            (epoch, isStale) = (marker.epoch, false)
            head = max(head, marker.sequence)
        case .resynced(let cut):
            events.removeAll()
            bytes = 0
            guard StreamPosition.isEpoch(cut.to.epoch) else { return isStale = true }
            (epoch, head, isStale) = (cut.to.epoch, cut.to.sequence, false)
        case .stale, .notAdmitted, .refused: isStale = true
        }
    }

    /// The events after a position, at most this many; `nil` when one of them is not kept.
    func events(after sequence: Int, limit: Int) -> Slice<Deque<StreamEvent>>? {
        guard sequence < head else { return events[..<0] }
        guard let first = events.first?.sequence, sequence >= first - 1 else { return nil }
        let start = sequence + 1 - first
        return events[start..<min(events.count, start + limit)]
    }
}
