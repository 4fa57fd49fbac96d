internal import Messages
internal import WireJSON
internal import ZeroMQ

/// Reads what a publisher sends.
struct EventIntake {
    /// One message.
    enum Published {
        /// A join marker.
        case marker(StreamMarker)
        case heartbeat(StreamMarker)
        case event(CloudEvent)
        /// To be dropped: if it was an event, the hole is noticed and repaired.
        case unreadable
    }

    private static let joinPrefix = Array(EventTopic.syncPrefix.utf8)

    private let heartbeatTopic: [UInt8]
    private let reader = JSONReader(
        limits: JSONLimits(bytes: CallRequest.maxFrameBytes, depth: 128, members: CallRequest.maxFrameBytes)
    )
    private var message = ZMQMultipart()
    /// The one before the next.
    private var latest: CloudEvent?
    private var recent: RecentEvents?

    init(of service: ServiceName) {
        heartbeatTopic = Array(EventTopic.heartbeat(service).utf8)
    }

    /// Shares what is read with other subscribers of the stream, from now on; with `nil`, with nobody.
    mutating func share(_ recent: RecentEvents?) {
        self.recent?.leave()
        recent?.join()
        self.recent = recent
    }

    /// Takes the next message; `nil` when there is none.
    mutating func next(over transport: some SubscriberTransport) -> Published? {
        (try? transport.receive(into: &message)) == true ? published() : nil
    }

    /// What the message at hand says.
    private mutating func published() -> Published {
        guard message.count == 2, !message.isIncomplete else { return .unreadable }
        let isMarker = Self.topic(message.span(of: 0), beginsWith: Self.joinPrefix)
        guard isMarker || Self.topic(message.span(of: 0), beginsWith: heartbeatTopic) else {
            guard let event = event() else { return .unreadable }
            latest = event
            return .event(event)
        }
        guard let root = try? reader.read(message.span(of: 1)), let marker = StreamMarker(root) else {
            return .unreadable
        }
        return isMarker ? .marker(marker) : .heartbeat(marker)
    }

    /// The event in the message at hand, if it is one.
    private func event() -> CloudEvent? {
        if let recent, let event = recent.event(after: latest, writtenAs: message.span(of: 1)) { return event }
        guard let root = try? reader.read(message.span(of: 1)), let event = CloudEvent(root) else {
            return nil
        }
        recent?.add(event)
        return event
    }

    private static func topic(_ topic: Span<UInt8>, beginsWith prefix: [UInt8]) -> Bool {
        topic.withUnsafeBufferPointer { $0.starts(with: prefix) }
    }
}
