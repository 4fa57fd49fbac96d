import Testing
import ZeroMQ

@testable import WorkerRuntime

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
}
