import Testing
import ZeroMQ

@testable import WorkerRuntime

@Suite struct SubscriptionCountsTests {
    @Test func `a subscriber that asks for more than it may is left, and no other`() throws {
        var counts = SubscriptionCounts(perPeer: 30, total: 1_000)
        let (greedy, modest) = (try SocketPair(), try SocketPair())
        #expect(counts.add(2, of: modest.connection).isEmpty)
        for _ in 0..<3 { #expect(counts.add(2, of: greedy.connection).isEmpty) }
        #expect(counts.add(2, of: greedy.connection) == [greedy.connection])
        #expect(counts.add(2, of: modest.connection).isEmpty)
    }

    @Test func `when all ask for too much, those with most are left`() throws {
        var counts = SubscriptionCounts(perPeer: 1_000, total: 120)
        let pairs = try (0..<3).map { _ in try SocketPair() }
        for (pair, wishes) in zip(pairs, [7, 2, 3]) {
            for _ in 0..<wishes { #expect(counts.add(2, of: pair.connection).isEmpty) }
        }
        #expect(counts.add(2, of: pairs[1].connection) == [pairs[0].connection])
    }

    @Test func `subscribers that are gone take no room`() throws {
        var counts = SubscriptionCounts(perPeer: 40, total: 80)
        for _ in 0..<50 {
            let pair = try SocketPair()
            for _ in 0..<3 { #expect(counts.add(2, of: pair.connection).isEmpty) }
        }
    }

    @Test func `a connection that is hung up on ends for its peer`() throws {
        let pair = try SocketPair()
        #expect(!pair.isOver)
        pair.connection.hangUp()
        #expect(pair.isOver)
    }
}
