import DequeModule
import SimulatedWorker
import ZeroMQ

/// One direction of a connection: what is sent arrives in order and once, or, after a cut, not at all.
final class Lane {
    private let world: World
    private let network: Network
    /// Called with what arrives.
    var onArrival: ((ZMQMultipart) -> Void)?
    private var parcels: Deque<(message: ZMQMultipart, due: Int)> = []
    private var lastDue = 0
    private var holds = 0
    private(set) var isCut = false

    init(_ world: World, _ network: Network) {
        self.world = world
        self.network = network
    }

    /// What is on its way.
    var count: Int { parcels.count }

    /// Sends a message.
    ///
    /// - Parameter moment: When, not before now: what a process sends while it is at work leaves in the course of that.
    func send(_ message: ZMQMultipart, at moment: Int) {
        guard !isCut else { return }
        lastDue = max(lastDue, moment + network.latency())
        parcels.append((message, lastDue))
        world.after(lastDue - world.now) { [self] in arrive() }
    }

    /// Nothing arrives until ``release()``: the network is down, or nobody reads.
    func hold() {
        holds += 1
    }

    func release() {
        holds -= 1
        world.after(network.latency()) { [self] in arrive() }
    }

    /// Ends it; the first few that are on their way still arrive.
    ///
    /// - Parameter share: How many of them, in percent; `nil` leaves it to chance.
    /// - Returns: How many are lost, and when the last one that is not will have arrived.
    func cut(keeping share: Int?) -> (lost: Int, end: Int) {
        guard !isCut else { return (0, world.now) }
        isCut = true
        let kept = share.map { parcels.count * $0 / 100 } ?? world.random.int(0...parcels.count)
        let lost = parcels.count - kept
        parcels.removeLast(lost)
        return (lost, parcels.last?.due ?? world.now)
    }

    /// Lets what still arrives arrive later.
    func delay(by nanoseconds: Int) {
        for index in parcels.indices { parcels[index].due += nanoseconds }
        world.after((parcels.last?.due ?? world.now) - world.now) { [self] in arrive() }
    }

    private func arrive() {
        while holds == 0, let first = parcels.first, first.due <= world.now {
            parcels.removeFirst()
            onArrival?(first.message)
        }
    }
}
