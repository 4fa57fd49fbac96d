internal import Messages
internal import WireJSON
internal import ZeroMQ

/// The outgoing event stream on an XPUB.
///
/// What it sends may be lost on the way and never matters: subscribers see the hole and replay it from the journal.
final class EventPublisher {
    /// Called with the topic of each join subscription, while the socket is being read.
    var onJoin: (([UInt8]) -> Void)?
    /// Where it is bound.
    let endpoints: [ZMQEndpoint]
    /// How many join topics are subscribed to: each subscriber has one of its own.
    var subscribers: Int { joined.count }
    private var joined: Set<[UInt8]> = []
    /// Whether anybody has subscribed to anything yet; until then an event need not even be written.
    private(set) var hasListeners = false

    private static let notificationsPerTurn = 256
    /// Subscribers that are counted; a peer can invent topics without end.
    private static let mostJoined = 10_000

    private let socket: XPubSocket
    private let service: ServiceName
    private let heartbeatTopic: [UInt8]
    private var message = ZMQMultipart()
    private var writer = JSONWriter(capacity: 1_024)

    init(node: ZMQNode, service: ServiceName, endpoints: [ZMQEndpoint]) throws(ZMQError) {
        self.service = service
        heartbeatTopic = Array(EventTopic.heartbeat(service).utf8)
        socket = try node.makeXPub()
        do {
            let socket = socket
            self.endpoints = try endpoints.map { endpoint throws(ZMQError) in try socket.bind(endpoint) }
        } catch {
            socket.close()
            throw error
        }
        node.whenReadable(socket) { [self] in readSubscriptions() }
    }

    func close() {
        socket.close()
    }

    /// Sends one event to whom it concerns.
    func publish(_ record: EventRecord, epoch: String) {
        writer.removeAll()
        CloudEvent.write(record, source: service.source, epoch: epoch, to: &writer)
        send(Array(EventTopic.topic(type: record.type, subject: record.subject).utf8))
    }

    /// Says how far the stream has come, to everybody.
    func heartbeat(_ marker: StreamMarker) {
        mark(heartbeatTopic, marker)
    }

    /// Says how far the stream has come, on one topic.
    func mark(_ topic: [UInt8], _ marker: StreamMarker) {
        writer.removeAll()
        marker.write(to: &writer)
        send(topic)
    }

    private func send(_ topic: [UInt8]) {
        message.removeAll()
        message.append(topic)
        message.append(writer.bytes)
        // XPUB drops for a subscriber whose queue is full and never blocks; any other failure is a lost event as well,
        // which the next heartbeat makes every subscriber notice.
        try? socket.publish(message)
    }

    /// Reads who subscribes to what.
    ///
    /// It must be read although nothing is needed but join topics: libzmq queues these notifications without a bound.
    private func readSubscriptions() {
        for _ in 0..<Self.notificationsPerTurn {
            guard let subscription = try? socket.receiveSubscription() else { return }
            let topic = subscription.topic
            hasListeners = hasListeners || subscription.isSubscribed
            guard topic.starts(with: EventTopic.syncPrefix.utf8), topic.count <= EventTopic.longest else { continue }
            if subscription.isSubscribed {
                // VERBOSE: a topic that is subscribed to again is told again, and gets a new marker.
                if joined.count < Self.mostJoined { joined.insert(topic) }
                onJoin?(topic)
            } else {
                joined.remove(topic)
            }
        }
    }
}
