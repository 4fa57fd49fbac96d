import Testing
import ZeroMQ

@testable import PeerGuard

@Suite struct StalledReadersTests {
    @Test func `who has taken nothing between two looks has stalled, and who reads has not`() throws {
        var stalled = StalledReaders()
        let (silent, reader, idle) = (try SocketPair(), try SocketPair(), try SocketPair())
        let all = [silent, reader, idle].map(\.connection)
        for pair in [silent, reader] { for _ in 0..<4 { pair.write() } }
        #expect(stalled.look(at: all).isEmpty)
        reader.read()
        #expect(stalled.look(at: all) == [silent.connection])
    }

    @Test func `what was seen before memory was free again does not count`() throws {
        var stalled = StalledReaders()
        let silent = try SocketPair()
        silent.write()
        #expect(stalled.look(at: [silent.connection]).isEmpty)
        stalled.rest()
        #expect(stalled.look(at: [silent.connection]).isEmpty)
    }
}
