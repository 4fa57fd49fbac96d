package import WorkerEngine
package import ZeroMQ

/// What a worker's loop needs of the world: requests and answers, events and who wants them, and timers.
///
/// ``WorkerSockets`` is the real one. The loop knows no other way out, so the same loop runs in a simulated world.
/// Everything happens on one thread; anyone who owns the transport calls the loop when there is something to read.
package protocol WorkerTransport: AnyObject {
    /// The name of one scheduled callback.
    associatedtype Timer: Hashable

    /// Takes the next request; `false` when there is none.
    func receive(into request: inout RequestMessage) throws(ZMQError) -> Bool

    /// Sends an answer to the peer that frame 0 names.
    ///
    /// - Throws: ``ZMQError`` when it cannot be delivered: the peer is gone, or does not read.
    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError)

    /// Takes the next wish of a subscriber; `nil` when there is none.
    func receiveSubscription() throws(ZMQError) -> ZMQSubscription?

    /// The join topics of those who have asked for too much: they are notified there, and disconnected in a moment.
    func takeRefusals() -> [[UInt8]]

    /// Sends a message to everyone who subscribed to a prefix of frame 0; whose queue is full misses it.
    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError)

    /// Calls back once, after some time.
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Timer

    /// Does work away from this thread, next to other work, and calls back on this thread when it is done.
    func offload(_ kind: JobKind, work: @escaping @Sendable () -> Void, done: @escaping () -> Void)

    /// Drops a timer's callback; does nothing if it was called or cancelled already.
    func cancel(_ timer: Timer)
}

extension WorkerTransport {
    package func takeRefusals() -> [[UInt8]] { [] }
}
