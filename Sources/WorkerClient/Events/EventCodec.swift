internal import Messages
internal import WireJSON
internal import ZeroMQ
internal import ZeroMQPatterns

/// The messages between the publisher of a service and its subscribers.
struct EventCodec: StreamCodec {
    typealias Signal = SubscriberSignal

    private static let joinPrefix = Array(EventTopic.syncPrefix.utf8)

    let prefixes: [String]
    private let heartbeatTopic: [UInt8]
    private let reader = JSONReader(
        limits: JSONLimits(bytes: CallRequest.maxFrameBytes, depth: 128, members: CallRequest.maxFrameBytes)
    )
    /// The one before the next.
    private var latest: CloudEvent?
    /// What subscribers of the same stream on this thread share.
    private let sharing: (() -> RecentEvents)?
    private var recent: RecentEvents?
    private let onPosition: PositionObserver?

    /// - Parameters:
    ///   - service: Whose events.
    ///   - name: Hexadecimal digits that no other subscriber has.
    ///   - sharing: Finds what subscribers of the same stream share, on their thread; `nil` where nobody does.
    ///   - onPosition: Sees how far the stream has come; `nil` where nobody does.
    init(
        of service: ServiceName,
        name: String,
        sharing: (() -> RecentEvents)? = nil,
        onPosition: PositionObserver? = nil
    ) {
        prefixes = [EventTopic.all(service), "\(EventTopic.syncPrefix)\(name)."]
        heartbeatTopic = Array(EventTopic.heartbeat(service).utf8)
        self.sharing = sharing
        self.onPosition = onPosition
    }

    mutating func opened() {
        recent = sharing?()
        recent?.join()
    }

    mutating func closed() {
        recent?.leave()
        recent = nil
    }

    // MARK: What the publisher sends

    mutating func read(_ message: borrowing ZMQMultipart) -> StreamMessage<SubscriberSignal> {
        guard message.count == 2, !message.isIncomplete else { return .unreadable }
        let isMarker = Self.topic(message.span(of: 0), beginsWith: Self.joinPrefix)
        guard isMarker || Self.topic(message.span(of: 0), beginsWith: heartbeatTopic) else {
            guard let event = event(in: message.span(of: 1)) else { return .unreadable }
            latest = event
            onPosition?(StreamPosition(epoch: event.epoch, sequence: event.sequence))
            return .event(event)
        }
        guard let root = try? reader.read(message.span(of: 1)), let marker = StreamMarker(root) else {
            return .unreadable
        }
        onPosition?(marker.isCutOff ? nil : marker.position)
        guard isMarker else { return .heartbeat(marker.position, isCutOff: marker.isCutOff) }
        return marker.refused == nil ? .joined(marker.position, isCutOff: marker.isCutOff) : .refused(.refused)
    }

    private func event(in bytes: Span<UInt8>) -> CloudEvent? {
        if let recent, let event = recent.event(after: latest, writtenAs: bytes) { return event }
        guard let root = try? reader.read(bytes), let event = CloudEvent(root) else { return nil }
        recent?.add(event)
        return event
    }

    private static func topic(_ topic: Span<UInt8>, beginsWith prefix: [UInt8]) -> Bool {
        topic.withUnsafeBufferPointer { $0.starts(with: prefix) }
    }

    // MARK: The past

    func replay(
        after position: Int,
        limit: Int,
        reached: StreamPosition?,
        with requests: inout ServiceCodec
    ) -> CallRequest {
        if let reached { requests.see(reached) }
        return CallRequest(
            method: ServiceMethod.replay.name,
            params: EventsReplayParams(after: position, limit: limit).jsonBytes,
            options: CallOptions(isWrite: false)
        )
    }

    func replayed(_ outcome: RequestOutcome<ServiceCodec>, after position: Int) -> ReplayAnswer<CloudEvent> {
        switch outcome.ending {
        case .answered(let answer, _):
            guard let page = EventsReplayResult(answer.result) else { return .failed }
            return .page(
                ReplayPage(
                    epoch: answer.meta?.epoch,
                    events: page.events,
                    next: page.next,
                    isComplete: page.isComplete
                )
            )
        case .refused(let error) where error.knownReason == .replayTruncated:
            return .truncated(first: error.firstSequence)
        default: return .failed
        }
    }

    func continuation(of answer: ServiceAnswer) -> Int? { EventsReplayResult.continuation(of: answer.result) }
}
