internal import Messages
internal import WireJSON
internal import WorkerEngine
internal import WorkerRuntime
internal import ZeroMQ

/// What one caller and one subscriber have had of a worker, in all its lives.
final class Exchange {
    /// What was sent and not taken yet.
    var request: ZMQMultipart?
    /// What was answered and not read yet.
    var answer: ZMQMultipart?
    /// What was published.
    var events: [CloudEvent] = []
}

/// The worker's end of a connection to that caller, and to a subscriber who wants all events.
final class DirectSockets: SimulatedSockets {
    let server: any ServerControl
    let world: World
    private let exchange: Exchange
    private let reader = JSONReader(limits: JSONLimits(bytes: 1 << 24, members: 1 << 16))
    private(set) var hasWishes = true

    init(of server: any ServerControl, in world: World, by exchange: Exchange) {
        (self.server, self.world, self.exchange) = (server, world, exchange)
    }

    var hasRequests: Bool { exchange.request != nil }

    func close(isCrash: Bool) {
        exchange.request = nil
    }

    func receive(into request: inout RequestMessage) throws(ZMQError) -> Bool {
        server.step()
        guard !server.isDead, let message = exchange.request else { return false }
        exchange.request = nil
        request.take(message, within: WorkerLimits())
        request.peer = .local
        return true
    }

    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError) {
        server.step()
        if !server.isDead { exchange.answer = copy answer }
    }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        server.step()
        // A heartbeat is no event.
        guard !server.isDead, let node = try? reader.read(message.span(of: 1)), let event = CloudEvent(node) else {
            return
        }
        exchange.events.append(event)
    }

    func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        guard hasWishes else { return nil }
        hasWishes = false
        return ZMQSubscription(topic: [], isSubscribed: true)
    }
}
