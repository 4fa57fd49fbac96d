import DequeModule
import Messages
import SimulatedWorker
import WorkerEngine
import WorkerRuntime
import ZeroMQ

/// A service's end of all its connections, for one life of its process: what a ROUTER and an XPUB do, in the simulated
/// world.
final class ServerSockets: SimulatedSockets {
    let server: any ServerControl
    let world: World
    private let network: Network
    private let service: ServiceName
    /// Answers, or events, that one peer may leave unread: during the faults perhaps fewer than a client of the protocol
    /// may ask for, as if it did not read.
    private var highWaterMark: Int { network.isMended ? 1_000 : lowestWaterMark }
    private let lowestWaterMark: Int
    /// Accepted connections of clients, and of subscribers, in the order of their coming.
    private var clients: [Link] = []
    private var subscribers: [Link] = []
    private var next = 0
    private var wishes: [ZMQSubscription] = []
    private(set) var isClosed = false

    /// Begins to listen.
    init(of server: any ServerControl, _ service: ServiceName, _ world: World, _ network: Network) {
        self.server = server
        self.service = service
        self.world = world
        self.network = network
        lowestWaterMark = world.random.pick([4, 12, 1_000])
        network.listen(service, self)
    }

    var isDead: Bool { isClosed || server.isDead }

    // MARK: What comes from the network

    func accepted(_ link: Link) {
        guard !isDead else { return link.closedByServer(isCrash: true) }
        switch link.socket.port {
        case .requests: clients.append(link)
        case .events: subscribers.append(link)
        }
    }

    func arrived(_ message: ZMQMultipart, over link: Link) {
        guard !isDead else { return }
        switch link.socket.port {
        case .requests:
            link.unread.append(message)
            server.wakeForRequests()
        case .events:
            let bytes = message.frame(0)
            let topic = Array(bytes.dropFirst())
            // Known to the socket before anybody reads about it.
            link.prefixes.append(topic)
            wishes.append(ZMQSubscription(topic: topic, isSubscribed: true))
            server.wakeForSubscriptions()
        }
    }

    func lost(_ link: Link) {
        guard !isDead else { return }
        // What came from a client that is gone is still there to be read; answers to it are refused.
        clients.removeAll { $0 === link && $0.unread.isEmpty }
        guard subscribers.contains(where: { $0 === link }) else { return }
        subscribers.removeAll { $0 === link }
        for topic in link.prefixes where !subscribers.contains(where: { $0.prefixes.contains(topic) }) {
            wishes.append(ZMQSubscription(topic: topic, isSubscribed: false))
            server.wakeForSubscriptions()
        }
    }

    /// The process ends, in one way or the other.
    func close(isCrash: Bool) {
        network.listen(service, nil)
        isClosed = true
        for link in clients + subscribers { link.closedByServer(isCrash: isCrash) }
        clients = []
        subscribers = []
        wishes = []
    }

    var hasRequests: Bool { clients.contains { !$0.unread.isEmpty } }
    var hasWishes: Bool { !wishes.isEmpty }

    // MARK: What the loop asks for

    func receive(into request: inout RequestMessage) throws(ZMQError) -> Bool {
        server.step()
        guard !isDead else { return false }
        // In turn, as a ROUTER does.
        for offset in 0..<clients.count {
            let index = (next + offset) % clients.count
            let link = clients[index]
            guard let message = link.unread.popFirst() else { continue }
            next = index + 1
            if link.up.isCut, link.unread.isEmpty { clients.remove(at: index) }
            var received = ZMQMultipart(link.routingID)
            for frame in 0..<message.count { received.append(message.frame(frame)) }
            request.take(received, within: WorkerLimits())
            request.peer = .local
            return true
        }
        return false
    }

    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError) {
        server.step()
        guard !isDead else { return }
        let peer = answer.frame(0)
        guard let link = clients.first(where: { $0.routingID == peer }), !link.down.isCut || !link.isOver else {
            world.counts.add(.undeliverableAnswer)
            throw ZMQError(.peerGone, "the peer is gone")
        }
        guard link.down.count < highWaterMark else {
            world.counts.add(.undeliverableAnswer)
            throw ZMQError(.wouldBlock, "the peer does not read")
        }
        var message = ZMQMultipart()
        for frame in 1..<answer.count { message.append(answer.frame(frame)) }
        link.down.send(message, at: server.time)
    }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        server.step()
        guard !isDead else { return }
        let topic = message.frame(0)
        for link in subscribers where link.prefixes.contains(where: { topic.starts(with: $0) }) {
            guard link.down.count < highWaterMark else {
                world.counts.add(.droppedEvent)
                continue
            }
            link.down.send(copy message, at: server.time)
        }
    }

    func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        guard !isDead, !wishes.isEmpty else { return nil }
        return wishes.removeFirst()
    }
}
