import DequeModule
import SimulatedWorker
import ZeroMQ

/// One connection between a client's socket and a service's, from handshake to end.
final class Link {
    /// The client's end, told what arrives and when it is over.
    let socket: ClientSocket
    /// The service's end.
    let server: ServerSockets
    /// What the ROUTER calls the client.
    let routingID: [UInt8]
    let up: Lane
    let down: Lane
    /// Requests that the service has not taken yet.
    var unread: Deque<ZMQMultipart> = []
    /// What a subscriber wants.
    var prefixes: [[UInt8]] = []
    private let world: World
    private let network: Network

    init(_ socket: ClientSocket, _ server: ServerSockets, number: Int, _ world: World, _ network: Network) {
        self.socket = socket
        self.server = server
        self.world = world
        self.network = network
        // As libzmq does: a zero and 32 bits.
        routingID = [0] + withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        up = Lane(world, network)
        down = Lane(world, network)
        // The network keeps a link for as long as something is on its way.
        up.onArrival = { [weak self] in if let self { server.arrived($0, over: self) } }
        down.onArrival = { [weak self] in if let self { socket.arrived($0, over: self) } }
    }

    var isOver: Bool { up.isCut && down.isCut }

    /// Requests that were sent and not taken.
    var waiting: Int { up.count + unread.count }

    // MARK: The end

    /// The network ends it: of both directions a suffix is lost, and each side notices in its own time.
    func cut() {
        guard !isOver else { return }
        let requests = up.cut(keeping: nil)
        let answers = down.cut(keeping: nil)
        world.counts.add(.lostRequests, count: requests.lost)
        world.counts.add(.lostAnswers, count: answers.lost)
        var end = requests.end
        if up.count > 0, world.random.chance(percent: 40) {
            // What is in the buffers of the machines in between may arrive when the client has long come back.
            let delay = world.random.nanoseconds(millisecond...3 * second)
            up.delay(by: delay)
            end += delay
            world.counts.add(.lateRequests, count: up.count)
        }
        let isHalfOpen = world.random.chance(percent: 20)
        if isHalfOpen { world.counts.add(.halfOpenConnection) }
        let late = isHalfOpen ? world.random.nanoseconds(millisecond...6 * second) : 0
        let isServerLate = world.random.chance(percent: 50)
        tellClient(after: answers.end - world.now + (isServerLate ? 0 : late))
        tellServer(after: end - world.now + (isServerLate ? late : 0))
    }

    /// The client's process closes it, or dies: then what was about to leave may be lost.
    func closedByClient(isCrash: Bool) {
        guard !isOver else { return }
        let requests = up.cut(keeping: isCrash ? nil : 100)
        world.counts.add(.lostRequests, count: requests.lost)
        _ = down.cut(keeping: 0)
        tellServer(after: requests.end - world.now)
    }

    /// The service's process closes it, or dies: then what was about to leave may be lost.
    func closedByServer(isCrash: Bool) {
        guard !isOver else { return }
        world.counts.add(.lostRequests, count: up.cut(keeping: 0).lost)
        let answers = down.cut(keeping: isCrash ? nil : 100)
        world.counts.add(.lostAnswers, count: answers.lost)
        tellClient(after: answers.end - world.now)
    }

    private func tellClient(after delay: Int) {
        world.after(max(0, delay) + network.latency()) { [self] in
            socket.lost(self)
            network.forget(self)
        }
    }

    private func tellServer(after delay: Int) {
        world.after(max(0, delay) + network.latency()) { [self] in
            server.lost(self)
            network.forget(self)
        }
    }
}
