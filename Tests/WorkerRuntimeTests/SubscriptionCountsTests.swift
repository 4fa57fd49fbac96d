import Testing
import ZeroMQ

@testable import WorkerRuntime

@Suite struct SubscriptionCountsTests {
    @Test func `a connection that asks for more than it may is ended, and no other`() throws {
        var counts = SubscriptionCounts(perConnection: 30, total: 1_000)
        let (greedy, modest) = (try SocketPair(), try SocketPair())
        #expect(counts.add(2, of: modest.connection, owner: .process(1)).isEmpty)
        for _ in 0..<3 { #expect(counts.add(2, of: greedy.connection, owner: .process(1)).isEmpty) }
        #expect(counts.add(2, of: greedy.connection, owner: .process(1)) == [greedy.connection])
        #expect(counts.add(2, of: modest.connection, owner: .process(1)).isEmpty)
    }

    @Test func `a client may ask for half of what all may, over however many connections`() throws {
        var counts = SubscriptionCounts(perConnection: 30, total: 80)
        let pairs = try (0..<3).map { _ in try SocketPair() }
        for pair in pairs[..<2] {
            for _ in 0..<2 { #expect(counts.add(2, of: pair.connection, owner: .client("one")).isEmpty) }
        }
        #expect(counts.add(2, of: pairs[0].connection, owner: .client("one")) == [pairs[0].connection])
        #expect(counts.add(2, of: pairs[2].connection, owner: .client("two")).isEmpty)
    }

    @Test func `when all ask for too much, connections of the client that asks for most are ended`() throws {
        var counts = SubscriptionCounts(perConnection: 1_000, total: 120)
        let pairs = try (0..<4).map { _ in try SocketPair() }
        let owners: [ConnectionOwner] = [.client("many"), .client("many"), .client("few"), .client("some")]
        for (pair, (owner, wishes)) in zip(pairs, zip(owners, [3, 2, 4, 2])) {
            for _ in 0..<wishes { #expect(counts.add(2, of: pair.connection, owner: owner).isEmpty) }
        }
        #expect(counts.add(2, of: pairs[3].connection, owner: .client("some")).isEmpty)
        #expect(
            Set(counts.add(2, of: pairs[3].connection, owner: .client("some"))) == [
                pairs[0].connection, pairs[1].connection,
            ]
        )
    }

    @Test func `subscribers that are gone take no room`() throws {
        var counts = SubscriptionCounts(perConnection: 40, total: 80)
        for _ in 0..<50 {
            let pair = try SocketPair()
            for _ in 0..<3 { #expect(counts.add(2, of: pair.connection, owner: .process(1)).isEmpty) }
            counts.ended(pair.connection)
        }
    }
}
