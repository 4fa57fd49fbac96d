import Glibc
import Platform
import Testing
import ZeroMQ

@testable import PeerGuard

@Suite struct ConnectionTableTests {
    @Test func `of connections that have said nothing the oldest makes room, and none that has spoken`() throws {
        let crowd = ConnectionCrowd(new: 2)
        #expect(try crowd.establish(.process(1)).isEmpty)
        #expect(try crowd.accept(.process(2)).isEmpty)
        #expect(try crowd.accept(.process(2)).isEmpty)
        #expect(try crowd.accept(.process(3)) == [1])
        #expect(crowd.hear(3).isEmpty)
        #expect(try crowd.accept(.process(2)).isEmpty)
        #expect(try crowd.accept(.process(2)) == [2])
    }

    @Test func `connections over one transport take no room from those over the other`() throws {
        let crowd = ConnectionCrowd(new: 1, established: 1)
        #expect(try crowd.accept(.process(1)).isEmpty)
        #expect(try crowd.accept(.anyone, over: .tcp).isEmpty)
        #expect(crowd.hear(0).isEmpty)
        #expect(crowd.hear(1).isEmpty)
        #expect(try crowd.establish(.process(2)) == [2])
    }

    @Test func `who is still there after the time for a handshake is established without a word`() throws {
        let crowd = ConnectionCrowd(new: 1)
        #expect(try crowd.accept(.process(1)).isEmpty)
        crowd.now = ConnectionCrowd.handshake
        #expect(try crowd.accept(.process(1)).isEmpty)
        #expect(try crowd.accept(.process(1)) == [1])
    }

    @Test func `over a limit of its own an owner loses the newest, and others keep theirs`() throws {
        let crowd = ConnectionCrowd(perOwner: 2)
        #expect(try crowd.establish(.client("one")).isEmpty)
        #expect(try crowd.establish(.client("one")).isEmpty)
        #expect(try crowd.establish(.client("two")).isEmpty)
        #expect(try crowd.establish(.client("one")) == [3])
        crowd.end(3)
        crowd.end(0)
        #expect(try crowd.establish(.client("one")).isEmpty)
    }

    @Test func `when there are too many, who has most loses the newest, and who comes first gets in`() throws {
        let crowd = ConnectionCrowd(established: 4)
        for _ in 0..<3 { #expect(try crowd.establish(.client("many")).isEmpty) }
        #expect(try crowd.establish(.client("few")).isEmpty)
        #expect(try crowd.establish(.client("late")) == [2])
        #expect(try crowd.establish(.client("many")) == [5])
    }

    @Test func `of those whom nobody can tell apart the oldest makes room`() throws {
        let crowd = ConnectionCrowd(established: 2, perOwner: 1)
        #expect(try crowd.establish(.anyone, over: .tcp).isEmpty)
        #expect(try crowd.establish(.anyone, over: .tcp).isEmpty)
        #expect(try crowd.establish(.anyone, over: .tcp) == [0])
    }

    @Test func `a connection whose key is not known yet is counted as its client's from its first message on`() throws {
        let crowd = ConnectionCrowd(silent: 1, perOwner: 1)
        let keys = try CurveKeyPair.generate()
        let peer = ZMQPeer(userID: "one", publicKey: keys.publicKey, address: "192.0.2.1", process: nil)
        #expect(try crowd.accept(nil, over: .tcp).isEmpty)
        #expect(crowd.hear(0, from: peer).isEmpty)
        #expect(crowd.table.owner(of: crowd.pairs[0].connection) == .client("one"))
        for _ in 0..<2 { #expect(try crowd.accept(nil, over: .tcp).isEmpty) }
        crowd.now = ConnectionCrowd.handshake
        #expect(try crowd.accept(nil, over: .tcp) == [1])
        #expect(crowd.hear(2, from: peer) == [2])
    }

    @Test func `what is ended once is not ended again`() throws {
        let crowd = ConnectionCrowd()
        #expect(try crowd.establish(.process(1)).isEmpty)
        let connection = crowd.pairs[0].connection
        #expect(crowd.table.end([connection]) == [connection])
        #expect(crowd.table.end([connection]).isEmpty)
        #expect(crowd.hear(0).isEmpty)
    }

    @Test func `a connection that is over is not taken for the one that has its descriptor now`() throws {
        let crowd = ConnectionCrowd()
        let (former, later) = (try SocketPair(), try SocketPair())
        // In one step, so that no other test gets the descriptor in between.
        try #require(dup2(later.connection.descriptor, former.connection.descriptor) >= 0)
        let present = try #require(ZMQConnection(descriptor: former.connection.descriptor))
        #expect(present != former.connection)
        #expect(crowd.table.accepted(present, over: .ipc, of: .process(1), at: 0).isEmpty)
        #expect(crowd.table.end([former.connection]).isEmpty)
        #expect(crowd.table.heard(former.connection, from: nil).isEmpty)
        #expect(former.connection.unreadBytes == nil)
        former.connection.hangUp()
        #expect(!later.isOver)
    }

    @Test func `a connection costs its owner one of its allowance, however often it is told of`() throws {
        let crowd = ConnectionCrowd(rate: ConnectionRate(burst: 2, perSecond: 0, boundsProcesses: true))
        #expect(try crowd.accept(.process(1)).isEmpty)
        let connection = crowd.pairs[0].connection
        for _ in 0..<5 {
            // What is told is of connections that had the descriptor before.
            crowd.end(0)
            #expect(crowd.table.accepted(connection, over: .ipc, of: .process(1), at: 0).isEmpty)
        }
        #expect(try crowd.accept(.process(1)).isEmpty)
        #expect(try crowd.accept(.process(1)) == [2])
        #expect(try crowd.accept(.process(2)).isEmpty)
    }

    @Test func `what another process asked for has not come over this connection`() throws {
        let crowd = ConnectionCrowd()
        #expect(try crowd.establish(.process(1)).isEmpty)
        let connection = crowd.pairs[0].connection
        #expect(crowd.table.isFrom(.process(1), over: connection))
        #expect(!crowd.table.isFrom(.process(2), over: connection))
        #expect(crowd.table.isFrom(nil, over: connection))
    }

    /// The invariants over random histories: limits hold after what was said to be ended is gone.
    @Test(arguments: 0..<50)
    func `whatever happens, limits hold and who has least is never ended for its number`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let crowd = ConnectionCrowd(new: 4, established: 8, perOwner: 6)
        var open: Set<Int> = []
        for _ in 0..<300 {
            crowd.now += UInt64.random(in: 0..<400, using: &random)
            var over: [Int] = []
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                over = try crowd.accept(.process(Int32.random(in: 1...3, using: &random)))
                open.insert(crowd.pairs.count - 1)
            case 2:
                if let number = open.randomElement(using: &random) { over = crowd.hear(number) }
            default:
                if let number = open.randomElement(using: &random) {
                    crowd.end(number)
                    open.remove(number)
                }
            }
            #expect(Set(over).isSubset(of: open))
            for number in over {
                crowd.end(number)
                open.remove(number)
            }
            #expect(crowd.table.count == open.count)
            #expect(open.count <= 12)
        }
    }
}
