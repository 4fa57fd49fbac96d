import Testing
import ZeroMQ

@testable import PeerGuard
@testable import WorkerEngine

@Suite struct TopicLimitsTests {
    @Test func `a connection that asks for more than it may is ended, and no other`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 30, topicBytes: 1_000)
        for _ in 0..<2 { #expect(try crowd.establish(.process(1)).isEmpty) }
        #expect(crowd.ask(0).isEmpty)
        for _ in 0..<3 { #expect(crowd.ask(1).isEmpty) }
        #expect(crowd.ask(1) == [1])
        #expect(crowd.ask(0).isEmpty)
    }

    @Test func `a client may ask for half of what all may, over however many connections`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 30, topicBytes: 80)
        for owner in ["one", "one", "two"] { #expect(try crowd.establish(.client(owner)).isEmpty) }
        for number in 0..<2 {
            for _ in 0..<2 { #expect(crowd.ask(number).isEmpty) }
        }
        #expect(crowd.ask(0) == [0])
        #expect(crowd.ask(2).isEmpty)
    }

    @Test func `when all ask for too much, connections of the client that asks for most are ended`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 1_000, topicBytes: 120)
        for (number, (owner, wishes)) in [("many", 3), ("many", 2), ("few", 4), ("some", 2)].enumerated() {
            #expect(try crowd.establish(.client(owner)).isEmpty)
            for _ in 0..<wishes { #expect(crowd.ask(number).isEmpty) }
        }
        #expect(crowd.ask(3).isEmpty)
        #expect(Set(crowd.ask(3)) == [0, 1])
    }

    @Test func `what a client asked for before anybody knew whose it is counts as its own`() throws {
        let crowd = ConnectionCrowd(topicBytes: 60)
        let keys = try CurveKeyPair.generate()
        let peer = ZMQPeer(userID: "one", publicKey: keys.publicKey, address: "192.0.2.1", process: nil)
        for number in 0..<2 {
            #expect(try crowd.accept(nil, over: .tcp).isEmpty)
            #expect(crowd.ask(number).isEmpty)
            #expect(crowd.hear(number, from: peer).isEmpty)
        }
        #expect(crowd.ask(0).isEmpty)
        #expect(crowd.ask(1) == [1])
    }

    @Test func `subscribers that are gone take no room, however they ended`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 40, topicBytes: 80)
        for number in 0..<50 {
            #expect(try crowd.establish(.process(1)).isEmpty)
            for _ in 0..<3 { #expect(crowd.ask(number).isEmpty) }
            switch number % 3 {
            case 0: crowd.end(number)
            case 1: #expect(crowd.table.end([crowd.pairs[number].connection]).count == 1)
            default: crowd.table.removeAll()
            }
        }
    }

    @Test(arguments: [true, false])
    func `a thousand products can be followed, in any order`(isSorted: Bool) throws {
        let limits = ConnectionLimits.events(WorkerLimits())
        let crowd = ConnectionCrowd(
            topicBytesPerConnection: limits.topicBytesPerConnection,
            topicBytes: limits.topicBytes
        )
        #expect(try crowd.establish(.process(1)).isEmpty)
        var topics = (1...1_000).map { "market.stock.changed.\($0)." }
        if isSorted { topics.sort() } else { topics.shuffle() }
        for topic in ["market.heartbeat."] + topics + ["~sync.0123456789abcdef0123456789abcdef."] {
            #expect(crowd.ask(0, for: topic) == ([], [], []))
        }
    }

    @Test func `who asks for too much is told where it joins, before and after it has said where`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 30, topicBytes: 1_000)
        for _ in 0..<2 { #expect(try crowd.establish(.process(1)).isEmpty) }
        #expect(crowd.ask(0, for: "~sync.a.") == ([], [], []))
        #expect(crowd.ask(0, for: String(repeating: "x", count: 40)) == ([0], [], ["~sync.a."]))
        #expect(crowd.ask(1, for: String(repeating: "x", count: 40)) == ([1], [], []))
        #expect(crowd.ask(1, for: "y") == ([], [], []))
        #expect(crowd.ask(1, for: "~sync.b.") == ([], [], ["~sync.b."]))
    }

    @Test func `nobody has another subscriber refused by asking for the topic where that joins`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 30, topicBytes: 1_000)
        for _ in 0..<3 { #expect(try crowd.establish(.process(1)).isEmpty) }
        for topic in ["~sync.a.", "~sync.b."] { #expect(crowd.ask(0, for: topic) == ([], [], [])) }
        #expect(crowd.ask(1, for: "~sync.a.") == ([], [], []))
        #expect(crowd.ask(1, for: String(repeating: "x", count: 40)) == ([1], [], []))
        #expect(crowd.ask(2, for: String(repeating: "x", count: 40)) == ([2], [], []))
        for topic in ["~sync.a.", "~sync.b."] { #expect(crowd.ask(2, for: topic) == ([], [], [])) }
        #expect(crowd.ask(2, for: "~sync.c.") == ([], [], ["~sync.c."]))
    }

    @Test func `those who leave because of their topics have as much room again as all others`() throws {
        let crowd = ConnectionCrowd(topicBytesPerConnection: 30, topicBytes: 100)
        for _ in 0..<4 { #expect(try crowd.establish(.anyone, over: .tcp).isEmpty) }
        let topic = String(repeating: "x", count: 38)
        #expect(crowd.ask(0, for: topic) == ([0], [], []))
        #expect(crowd.ask(1, for: topic) == ([1], [], []))
        // No room for a third one, nor for more of a first.
        #expect(crowd.ask(2, for: topic) == ([], [2], []))
        #expect(crowd.ask(0, for: String(repeating: "y", count: 38)) == ([], [0], []))
        crowd.end(0)
        #expect(crowd.ask(3, for: topic) == ([3], [], []))
    }
}
