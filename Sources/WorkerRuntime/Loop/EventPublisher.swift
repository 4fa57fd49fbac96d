internal import Messages
internal import WireJSON
internal import ZeroMQ

/// The outgoing event stream and those who follow it.
///
/// What it sends may be lost on the way and never matters: subscribers see the hole and replay it from the journal.
final class EventPublisher<Transport: WorkerTransport> {
    /// How many join topics are subscribed to: each subscriber has one of its own.
    var subscribers: Int { joined.count }
    private var joined: Set<[UInt8]> = []
    /// Whether anybody has subscribed to anything yet; until then an event need not even be written.
    private(set) var hasListeners = false

    private static var notificationsPerIteration: Int { 256 }
    /// Subscribers that are counted; a peer can invent topics without end.
    private static var maxJoined: Int { 10_000 }

    private let transport: Transport
    private let service: ServiceName
    private let heartbeatTopic: [UInt8]
    private var message = ZMQMultipart()
    private var writer = JSONWriter(capacity: 1_024)

    init(service: ServiceName, transport: Transport) {
        self.service = service
        self.transport = transport
        heartbeatTopic = Array(EventTopic.heartbeat(service).utf8)
    }

    /// Sends one event to whom it concerns.
    func publish(_ record: EventRecord, epoch: String) {
        writer.removeAll()
        CloudEvent.write(record, source: service.source, epoch: epoch, to: &writer)
        message.removeAll()
        message.append(utf8: EventTopic.topic(type: record.type, subject: record.subject))
        send()
    }

    /// Says how far the stream has come, to everybody.
    func heartbeat(_ marker: StreamMarker) {
        mark(heartbeatTopic, with: marker)
    }

    /// Says how far the stream has come, on one topic.
    func mark(_ topic: [UInt8], with marker: StreamMarker) {
        writer.removeAll()
        marker.write(to: &writer)
        message.removeAll()
        message.append(topic)
        send()
    }

    /// Sends what was written, behind the topic that the message has already.
    private func send() {
        message.append(writer.bytes)
        // XPUB drops for a subscriber whose queue is full and never blocks; any other failure is a lost event as well,
        // which the next heartbeat makes every subscriber notice.
        try? transport.publish(message)
    }

    /// Reads who subscribes to what.
    ///
    /// It must be read although nothing is needed but join topics: libzmq queues these notifications without a bound.
    ///
    /// - Parameter onJoin: Called with the topic of each join subscription.
    func readSubscriptions(onJoin: ([UInt8]) -> Void) {
        for _ in 0..<Self.notificationsPerIteration {
            guard let subscription = try? transport.receiveSubscription() else { return }
            let topic = subscription.topic
            hasListeners = hasListeners || subscription.isSubscribed
            guard EventTopic.isJoin(topic) else { continue }
            if subscription.isSubscribed {
                // VERBOSE: a topic that is subscribed to again is reported again, and gets a new marker.
                if joined.count < Self.maxJoined { joined.insert(topic) }
                onJoin(topic)
            } else {
                joined.remove(topic)
            }
        }
    }
}
