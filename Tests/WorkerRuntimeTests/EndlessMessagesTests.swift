import Testing
import ZeroMQ

@testable import WorkerRuntime

@Suite struct EndlessMessagesTests {
    @Test func `over ipc who goes on sending and never ends a message is found, and nobody else`() throws {
        var endless = EndlessMessages(limit: 1_000)
        let (sender, silent, talking) = (try SocketPair(), try SocketPair(), try SocketPair())
        let all = [sender, silent, talking].map(\.connection)
        var found: [[ZMQConnection]] = []
        for _ in 0..<8 {
            for pair in [sender, talking] { pair.send() }
            found.append(endless.look(at: all, used: 0))
            endless.sawMessage(from: talking.connection)
            for pair in [sender, talking] { pair.take() }
            // Between two pieces nothing may be on its way.
            found.append(endless.look(at: all, used: 0))
        }
        #expect(found.filter { !$0.isEmpty } == Array(repeating: [sender.connection], count: 4))
        #expect(found.firstIndex { !$0.isEmpty } == 2)
    }
}
