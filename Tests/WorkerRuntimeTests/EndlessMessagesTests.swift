import Testing
import ZeroMQ

@testable import WorkerRuntime

@Suite struct EndlessMessagesTests {
    @Test func `over ipc who is always sending and never at an end is found, and who pauses or ends is not`() throws {
        var endless = EndlessMessages(limit: 1_000)
        let (sender, pausing, talking) = (try SocketPair(), try SocketPair(), try SocketPair())
        let all = [sender, pausing, talking].map(\.connection)
        for pair in [sender, talking] { pair.send() }
        for look in 0..<10 {
            if look.isMultiple(of: 2) { pausing.send() } else { pausing.take() }
            if look == 2 { endless.sawMessage(from: talking.connection) }
            if look == 5 { talking.take() }
            let found = endless.look(at: all, used: 0)
            #expect(found == (look % 4 == 3 ? [sender.connection] : []))
        }
    }
}
