internal import Messages
internal import WireJSON
internal import ZeroMQ

/// Reads what a publisher sends.
struct EventIntake {
    private static let messagesPerTurn = 256
    private static let joinPrefix = Array(EventTopic.syncPrefix.utf8)

    private let heartbeatTopic: [UInt8]
    private let reader = JSONReader(
        limits: JSONLimits(bytes: CallRequest.largestFrame, depth: 128, members: CallRequest.largestFrame)
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

    /// Takes the messages that are there, up to a number.
    ///
    /// - Returns: Whether a marker or a heartbeat was among them.
    mutating func receive(over edge: some SubscriberEdge, for machine: inout SubscriberStateMachine) -> Bool {
        var isHeard = false
        for _ in 0..<Self.messagesPerTurn {
            guard (try? edge.receive(into: &message)) == true else { break }
            if take(for: &machine) { isHeard = true }
        }
        return isHeard
    }

    /// Takes one message.
    ///
    /// What cannot be understood is dropped: if it was an event, the hole is noticed and repaired.
    ///
    /// - Returns: Whether it was a marker or a heartbeat.
    private mutating func take(for machine: inout SubscriberStateMachine) -> Bool {
        guard message.count == 2, !message.isIncomplete else { return false }
        let isMarker = Self.topic(message.span(of: 0), beginsWith: Self.joinPrefix)
        guard isMarker || Self.topic(message.span(of: 0), beginsWith: heartbeatTopic) else {
            if let event = event() {
                latest = event
                machine.event(event)
            }
            return false
        }
        guard let root = try? reader.read(message.span(of: 1)), let marker = StreamMarker(root) else { return false }
        if isMarker {
            machine.joined(at: marker)
        } else {
            machine.heartbeat(marker)
        }
        return true
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
