import Testing
import ZeroMQ

@testable import PeerGuard

@Suite struct UnreadAnswersTests {
    private static let mebibyte = 1 << 20

    /// Sends a peer an answer of that many bytes, as far as the counts can tell, which leaves some bytes unread.
    private func answer(
        _ peer: UInt64,
        _ pair: SocketPair,
        bytes: Int,
        _ answers: inout UnreadAnswers
    ) -> [ZMQConnection] {
        pair.write()
        return answers.add(bytes, for: peer)
    }

    @Test func `a peer over the limit is answered no more until it has read, and others are`() throws {
        var answers = UnreadAnswers(perPeer: 4 * Self.mebibyte, total: 100 * Self.mebibyte, maxWaiting: 10_000)
        let (lazy, busy) = (try SocketPair(), try SocketPair())
        #expect(answers.admits(1) { lazy.connection })
        #expect(answers.admits(2) { busy.connection })
        for _ in 0..<4 {
            #expect(answer(1, lazy, bytes: Self.mebibyte, &answers).isEmpty)
            #expect(answers.admits(1) { lazy.connection })
        }
        #expect(answer(1, lazy, bytes: 1, &answers).isEmpty)
        #expect(!answers.admits(1) { lazy.connection })
        #expect(answers.admits(2) { busy.connection })
        lazy.read()
        #expect(answers.admits(1) { lazy.connection })
        #expect(answer(1, lazy, bytes: 1, &answers).isEmpty)
        #expect(answers.admits(1) { lazy.connection })
    }

    @Test func `peers that do not read share the room, and who reads is always answered`() throws {
        var answers = UnreadAnswers(perPeer: 64 * Self.mebibyte, total: 64 * Self.mebibyte, maxWaiting: 10_000)
        let pairs = try (0..<20).map { _ in try SocketPair() }
        let reader = try SocketPair()
        var waiting = 0
        for round in 0..<2_000 {
            let peer = round % pairs.count
            if answers.admits(UInt64(peer), over: { pairs[peer].connection }) {
                waiting += Self.mebibyte / 10
                #expect(answer(UInt64(peer), pairs[peer], bytes: Self.mebibyte / 10, &answers).isEmpty)
            }
            #expect(answers.admits(100) { reader.connection })
            #expect(answer(100, reader, bytes: Self.mebibyte / 10, &answers).isEmpty)
            reader.read()
        }
        #expect(waiting > 32 * Self.mebibyte && waiting < 52 * Self.mebibyte)
    }

    @Test func `when all have too much unread, who has not read for longest is left, and never who has little`() throws
    {
        var answers = UnreadAnswers(perPeer: 8 * Self.mebibyte, total: 8 * Self.mebibyte, maxWaiting: 10_000)
        let pairs = try (0..<4).map { _ in try SocketPair() }
        for (peer, pair) in pairs.enumerated() { #expect(answers.admits(UInt64(peer)) { pair.connection }) }
        #expect(answer(0, pairs[0], bytes: 1_000, &answers).isEmpty)
        for _ in 0..<3 {
            for peer in 1...2 {
                #expect(answer(UInt64(peer), pairs[peer], bytes: Self.mebibyte, &answers).isEmpty)
            }
            pairs[2].read()
            _ = answers.admits(0) { pairs[0].connection }
        }
        #expect(answer(3, pairs[3], bytes: 3 * Self.mebibyte, &answers).isEmpty)
        #expect(answer(2, pairs[2], bytes: 5 * Self.mebibyte / 2, &answers) == [pairs[1].connection])
    }

    @Test func `peers that have read everything are not left, however much they got`() throws {
        var answers = UnreadAnswers(perPeer: 8 * Self.mebibyte, total: 8 * Self.mebibyte, maxWaiting: 10_000)
        let pairs = try (0..<4).map { _ in try SocketPair() }
        for (peer, pair) in pairs.enumerated() { #expect(answers.admits(UInt64(peer)) { pair.connection }) }
        for round in 0..<400 {
            let peer = round % pairs.count
            #expect(answers.admits(UInt64(peer)) { pairs[peer].connection })
            #expect(answer(UInt64(peer), pairs[peer], bytes: Self.mebibyte / 4, &answers).isEmpty)
            pairs[peer].read()
        }
    }

    @Test func `a peer that names itself and comes back begins anew`() throws {
        var answers = UnreadAnswers(perPeer: Self.mebibyte, total: 100 * Self.mebibyte, maxWaiting: 10_000)
        var first: SocketPair? = try SocketPair()
        let connection = try #require(first?.connection)
        #expect(answers.admits(1) { connection })
        #expect(answers.add(2 * Self.mebibyte, for: 1).isEmpty)
        first = nil
        // What it had sent before is not done for nobody.
        #expect(!answers.admits(1) { nil })
        let second = try SocketPair()
        #expect(answers.admits(1) { second.connection })
        #expect(answer(1, second, bytes: Self.mebibyte / 2, &answers).isEmpty)
        #expect(answers.admits(1) { second.connection })
    }

    @Test func `what a peer had sent before it was left is not done, and a new connection of it begins anew`() throws {
        var answers = UnreadAnswers(perPeer: Self.mebibyte, total: Self.mebibyte, maxWaiting: 10_000)
        let (first, second) = (try SocketPair(), try SocketPair())
        #expect(answers.admits(1) { first.connection })
        #expect(answer(1, first, bytes: 2 * Self.mebibyte, &answers) == [first.connection])
        #expect(!answers.admits(1) { first.connection })
        #expect(!answers.admits(1) { nil })
        #expect(answers.add(2 * Self.mebibyte, for: 1).isEmpty)
        #expect(answers.admits(1) { second.connection })
    }

    @Test func `what was answered in this iteration is not taken for read, of which the system knows nothing yet`()
        throws
    {
        var answers = UnreadAnswers(perPeer: Self.mebibyte, total: Self.mebibyte, maxWaiting: 10_000)
        let pairs = try (0..<3).map { _ in try SocketPair() }
        for (peer, pair) in pairs.enumerated() { #expect(answers.admits(UInt64(peer)) { pair.connection }) }
        #expect(answers.add(Self.mebibyte / 2, for: 0).isEmpty)
        #expect(answers.add(Self.mebibyte / 2, for: 1).isEmpty)
        #expect(answers.add(Self.mebibyte / 2, for: 2) == [pairs[0].connection, pairs[1].connection])
    }

    @Test func `a peer that reads all the time is answered however much it got, though some is always unread`() throws {
        let most = 100
        var answers = UnreadAnswers(perPeer: Self.mebibyte, total: 8 * Self.mebibyte, maxWaiting: most)
        let pair = try SocketPair()
        pair.write()
        // libzmq keeps no more than that many answers, of which these are a quarter of the limit.
        for _ in 0..<10_000 {
            #expect(answers.admits(1) { pair.connection })
            #expect(answers.add(Self.mebibyte / 4 / most, for: 1).isEmpty)
        }
        // As many larger ones are above it.
        var admitted = 0
        for _ in 0..<most where answers.admits(1, over: { pair.connection }) {
            admitted += 1
            #expect(answers.add(Self.mebibyte / 10, for: 1).isEmpty)
        }
        #expect(admitted < 12)
    }
}
