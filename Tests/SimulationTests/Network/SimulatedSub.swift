import DequeModule
import Messages
import SimulatedWorker
import ZeroMQ
import ZeroMQPatterns

@testable import WorkerClient

/// A subscriber's transport in the simulated world.
final class SimulatedSub: StreamTransport {
    let socket: ClientSocket
    private let world: World
    private var prefixes: [String] = []
    /// Whether its end is the death of its process.
    var isCrashing = false

    init(_ socket: ClientSocket) {
        self.socket = socket
        world = socket.world
    }

    func open(
        prefixes: [String],
        onReadable: @escaping () -> Void,
        onNotAdmitted: @escaping (AdmissionFault) -> Void
    ) throws(ZMQError) {
        self.prefixes = prefixes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        socket.onMessage = onReadable
        socket.onUp = { [self] in subscribe() }
        socket.onDown = { [self] in
            // libzmq gives a new connection a new queue; what was read from the old one and not by us is gone.
            if !socket.inbox.isEmpty, world.random.chance(percent: 50) {
                world.counts.add(.lostInbox)
                socket.inbox.removeAll()
            }
            socket.dial(after: world.random.int(100...500) * millisecond)
        }
        socket.dial()
    }

    private func subscribe() {
        for prefix in prefixes { socket.send(ZMQMultipart([1] + Array(prefix.utf8))) }
    }

    /// A simulated service has one worker, which refuses nobody.
    func switchPublisher() {}
    func heard(isCutOff: Bool) {}
    func askAgainLater() {}

    func close() {
        socket.onUp = nil
        socket.onDown = nil
        socket.onMessage = nil
        socket.close(isCrash: isCrashing)
    }

    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard let next = socket.inbox.popFirst() else { return false }
        message = next
        return true
    }

    var now: SuspendingClock.Instant { world.instant }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> World.Timer {
        world.schedule(after: delay, perform)
    }

    func cancel(_ timer: World.Timer) {
        world.cancel(timer)
    }
}
