import Logging
import ZeroMQ

@testable import WorkerEngine
@testable import WorkerRuntime

/// A peer that has sent all its requests before the worker looks, and remembers when it was answered.
final class QueueTransport: WorkerTransport {
    /// Requests that wait.
    var waiting: [ZMQMultipart] = []
    /// The answers so far, and how many requests still waited when each was sent.
    private(set) var answers: [(json: [UInt8], stillWaiting: Int)] = []
    /// How many timers were asked for.
    private(set) var timers = 0
    private var taken = 0

    /// Queues a text as a request.
    func ask(_ text: String) {
        waiting.append(ZMQMultipart(Array("peer".utf8), [], Array(text.utf8)))
    }

    func receive(into request: inout RequestMessage) throws(ZMQError) -> Bool {
        guard taken < waiting.count else { return false }
        request.take(waiting[taken], within: WorkerLimits())
        request.peer = .local
        taken += 1
        return true
    }

    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError) {
        answers.append((answer.frame(2), waiting.count - taken))
    }

    func receiveSubscription() throws(ZMQError) -> ZMQSubscription? { nil }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {}

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Int {
        timers += 1
        return timers
    }

    func offload(_ kind: JobKind, work: @escaping @Sendable () -> Void, done: @escaping () -> Void) {
        work()
        done()
    }

    func cancel(_ timer: Int) {}
}

extension WorkerLoop where Transport == QueueTransport {
    /// A loop that tells nobody anything but its peer.
    convenience init(_ engine: RequestEngine, _ transport: QueueTransport) {
        let log = Logger(label: "loop") { _ in SwiftLogNoOpLogHandler() }
        self.init(engine: engine, transport: transport, log: log) { _ in }
    }
}
