import DequeModule
import Messages
import SimulatedWorker
import ZeroMQ
import ZeroMQPatterns

@testable import WorkerClient

/// A channel's transport in the simulated world.
final class SimulatedDealer: RequestTransport {
    let socket: ClientSocket
    private let world: World
    /// Requests that may wait before the connection takes no more.
    private let highWaterMark: Int
    private var isOpen = false
    /// Whether its end is the death of its process.
    var isCrashing = false

    init(_ socket: ClientSocket) {
        self.socket = socket
        world = socket.world
        highWaterMark = socket.world.random.pick([3, 8, 1_000])
    }

    func open(
        onChange: @escaping (DealerLink.Change) -> Void,
        onReadable: @escaping () -> Void
    ) throws(ZMQError) {
        isOpen = true
        socket.onUp = { onChange(.up) }
        socket.onDown = { onChange(.down) }
        socket.onMessage = onReadable
        socket.dial()
    }

    func close() {
        isOpen = false
        socket.onUp = nil
        socket.onDown = nil
        socket.onMessage = nil
        socket.close(isCrash: isCrashing)
    }

    func send(_ request: borrowing ZMQMultipart) throws(ZMQError) {
        guard let link = socket.link, socket.isUp, link.waiting < highWaterMark else {
            world.counts.add(.blockedRequest)
            throw ZMQError(.wouldBlock, "the connection is full")
        }
        socket.send(copy request)
    }

    func receive(into answer: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard let next = socket.inbox.popFirst() else { return false }
        answer = next
        return true
    }

    func whenWritable(_ perform: @escaping () -> Void) {
        world.after(millisecond) { [self] in
            guard isOpen else { return }
            guard socket.isUp, let link = socket.link, link.waiting < highWaterMark else {
                return whenWritable(perform)
            }
            perform()
        }
    }

    var now: SuspendingClock.Instant { world.instant }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> World.Timer {
        world.schedule(after: delay, perform)
    }

    func cancel(_ timer: World.Timer) {
        world.cancel(timer)
    }
}

extension World {
    private static let origin = SuspendingClock().now

    /// The time for clients.
    var instant: SuspendingClock.Instant { Self.origin.advanced(by: .nanoseconds(now)) }
}
