import Testing
import ZeroMQ

@testable import PeerGuard

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

    /// Lets the peer of each pair send so many bytes, all of which have come when this returns.
    private func send(_ bytes: [(SocketPair, Int)]) {
        for (pair, count) in bytes { pair.send(count) }
        for (pair, count) in bytes { pair.take(count) }
    }

    @Test func `over TCP who sends more than a message may have without ending one is found, and nobody else`() throws {
        var endless = EndlessMessages(limit: 1_000)
        let (sender, slow, talking) = (try SocketPair.overTCP(), try SocketPair.overTCP(), try SocketPair.overTCP())
        let all = [sender, slow, talking].map(\.connection)
        // What came before the first look is no reason.
        send([(sender, 5_000), (slow, 5_000), (talking, 5_000)])
        #expect(endless.look(at: all, used: 0) == [])
        send([(sender, 600), (slow, 300), (talking, 600)])
        endless.sawMessage(from: talking.connection)
        #expect(endless.look(at: all, used: 0) == [])
        send([(sender, 600), (slow, 300), (talking, 600)])
        #expect(endless.look(at: all, used: 0) == [sender.connection])
    }

    @Test func `over TCP few bytes without an end are too many where memory grows by much more than comes`() throws {
        let (sender, talking) = (try SocketPair.overTCP(), try SocketPair.overTCP())
        let all = [sender, talking].map(\.connection)
        for (growth, found) in [(4_000, [sender.connection]), (400, [])] {
            var endless = EndlessMessages(limit: 6_400)
            _ = endless.look(at: all, used: 0)
            var last: [ZMQConnection] = []
            for look in 1...4 where last.isEmpty {
                send([(sender, 60), (talking, 60)])
                endless.sawMessage(from: talking.connection)
                last = endless.look(at: all, used: look * growth)
            }
            #expect(last == found, "memory grew by \(growth) bytes")
        }
    }
}
