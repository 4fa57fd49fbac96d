internal import Messages
internal import NIOCore
internal import WireJSON
internal import WorkerClient

/// What one client hears: the events of some topics, from its positions on, without a gap.
///
/// Source of the format: https://html.spec.whatwg.org/multipage/server-sent-events.html
struct EventStream {
    /// The most events that are written together.
    private static let mostTogether = 256
    /// For how many ticks a service is not asked that gave no past.
    private static let pausedTicks = 8
    /// How long a client waits before it comes back, in milliseconds.
    private static let retryTime = 2_000

    private let hub: EventHub
    private let services: Services
    private let topics: [String]
    /// Where the client is; a service is missing until it was heard of.
    private var positions: [ServiceName: StreamPosition]
    private let sources: [ServiceName]
    private var stale: Set<ServiceName> = []
    private var announced: Set<ServiceName> = []
    /// Until which tick a service is not asked for its past, because it gave none: the others do not wait for it each time.
    private var paused: [ServiceName: Int] = [:]
    /// What the first event has before it.
    ///
    /// Not in a block of its own, because some readers take one without data for an event.
    private var opening = "retry: \(retryTime)\n"

    /// - Parameters:
    ///   - topics: Prefixes of topics, each of which begins with the name of a service.
    ///   - positions: Where the client was.
    init(of hub: EventHub, services: Services, topics: [String], from positions: [StreamPosition]) {
        self.hub = hub
        self.services = services
        self.topics = topics
        sources = services.names.filter { service in
            topics.contains { EventTopic.all(service).hasPrefix($0) || $0.hasPrefix(EventTopic.all(service)) }
        }
        self.positions = Dictionary(positions.map { ($0.service, $0) }) { $1 }
    }

    /// What is to be written now; empty when there is nothing new.
    mutating func next() async -> ByteBuffer {
        var buffer = ByteBuffer(string: opening)
        let openingLength = buffer.readableBytes
        for service in sources {
            guard let feed = hub.feed(of: service), let epoch = feed.epoch else { continue }
            await advance(service, in: feed, epoch: epoch, to: &buffer)
            tell(of: service, in: feed, epoch: epoch, to: &buffer)
        }
        guard buffer.readableBytes > openingLength else { return ByteBuffer() }
        opening = ""
        return buffer
    }

    private mutating func advance(
        _ service: ServiceName,
        in feed: EventFeed,
        epoch: String,
        to buffer: inout ByteBuffer
    ) async {
        let present = StreamPosition(service: service, epoch: epoch, sequence: feed.head)
        guard let position = positions[service] else {
            positions[service] = present
            return
        }
        guard position.epoch == epoch else { return resync(from: position, to: present, &buffer) }
        guard let events = feed.events(after: position.sequence, limit: Self.mostTogether) else {
            guard paused[service] ?? 0 <= hub.ticks else { return }
            await replay(after: position, upTo: present, to: &buffer)
            if positions[service] == position { paused[service] = hub.ticks + Self.pausedTicks }
            return
        }
        take(events, of: service, epoch: epoch, to: &buffer)
    }

    /// Fetches what is not kept here any more.
    private mutating func replay(
        after position: StreamPosition,
        upTo present: StreamPosition,
        to buffer: inout ByteBuffer
    )
        async
    {
        let params = JSONWriter.object { writer in
            writer.member("after", position.sequence)
            writer.member("limit", Self.mostTogether)
        }
        do throws(CallError) {
            let call = ServiceCall(service: position.service, method: ServiceMethod.replay, params: params)
            let reply = try await services.reply(to: call).reply
            guard reply.meta?.epoch == position.epoch else { return resync(from: position, to: present, &buffer) }
            guard let page = (try? JSONReader(limits: .generous).read(reply.result)).flatMap({ EventsReplayResult($0) })
            else {
                return
            }
            // Only what follows: any other page would be written again and again, or stand in another's place.
            let next = page.events.enumerated().prefix { index, event in
                event.epoch == position.epoch && event.sequence == position.sequence + 1 + index
            }
            take(
                next.map { StreamEvent($0.element, of: position.service) },
                of: position.service,
                epoch: position.epoch,
                to: &buffer
            )
        } catch {
            guard case .refused(let refusal) = error.code, refusal.knownReason == .replayTruncated else { return }
            resync(from: position, to: present, &buffer)
        }
    }

    private mutating func take(
        _ events: some BidirectionalCollection<StreamEvent>,
        of service: ServiceName,
        epoch: String,
        to buffer: inout ByteBuffer
    ) {
        guard let last = events.last else { return }
        positions[service] = StreamPosition(service: service, epoch: epoch, sequence: last.sequence)
        // Where the client is with the other services stays as it is meanwhile.
        let at = sources.firstIndex(of: service) ?? sources.endIndex
        let before = sources[..<at].compactMap { positions[$0].map { "\($0)," } }.joined()
        let after = sources[at...].dropFirst().compactMap { positions[$0].map { ",\($0)" } }.joined()
        for event in events where topics.contains(where: { event.topic.hasPrefix($0) }) {
            buffer.writeString("id: ")
            buffer.writeString(before)
            buffer.writeString(event.place)
            buffer.writeString(after)
            buffer.writeImmutableBuffer(event.data)
        }
    }

    /// The events in between are lost to this client: it reads the present state again.
    private mutating func resync(from position: StreamPosition, to present: StreamPosition, _ buffer: inout ByteBuffer)
    {
        positions[position.service] = present
        write(
            "resynced",
            data: #"{"service":"\#(present.service.rawValue)","from":"\#(position)","to":"\#(present)"}"#,
            to: &buffer
        )
    }

    /// Tells of a service that has come back or gone away.
    private mutating func tell(of service: ServiceName, in feed: EventFeed, epoch: String, to buffer: inout ByteBuffer)
    {
        if feed.isStale {
            if stale.insert(service).inserted {
                write("stale", data: #"{"service":"\#(service.rawValue)"}"#, to: &buffer)
            }
        } else if let position = positions[service], position.epoch == epoch, position.sequence >= feed.head {
            let isNew = announced.insert(service).inserted
            if stale.remove(service) != nil || isNew {
                write("live", data: #"{"service":"\#(service.rawValue)","position":"\#(position)"}"#, to: &buffer)
            }
        }
    }

    private func write(_ event: String, data: String, to buffer: inout ByteBuffer) {
        buffer.writeString("id: \(place)\nevent: \(event)\ndata: \(data)\n\n")
    }

    /// Where the client is, for all services: what it sends as `Last-Event-ID` when it comes back.
    private var place: String {
        sources.compactMap { positions[$0]?.description }.joined(separator: ",")
    }
}
