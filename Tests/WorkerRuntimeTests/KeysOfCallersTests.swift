import Messages
import TestKit
import Testing
import WireJSON
import ZeroMQ

@testable import WorkerEngine

/// Whose an idempotency key is.
@Suite struct KeysOfCallersTests {
    private static let alice = PeerAccess(name: "alice", role: .operate, transport: .curve)
    private static let bob = PeerAccess(name: "bob", role: .operate, transport: .curve)
    /// Named like how others come.
    private static let local = PeerAccess(name: "local", role: .operate, transport: .curve)
    private static let reader = PeerAccess(name: "alice", role: .read, transport: .curve)
    private static let loopback = PeerAccess(name: "loopback", role: .operate, transport: .loopback)

    /// Two callers, and whether they have the same keys.
    private static let pairs: [(PeerAccess, PeerAccess, Bool)] = [
        (alice, bob, false), (bob, alice, false), (alice, .local, false), (.local, alice, false),
        (local, .local, false), (.local, local, false), (loopback, alice, false), (alice, alice, true),
        (.local, .local, true), (.local, loopback, true),
    ]

    /// Answers texts in one iteration, each for another caller.
    private func answers<Service>(
        _ bench: IterationBench<Service>,
        _ texts: (caller: PeerAccess, text: String)...
    ) throws -> [JSONNode?] {
        try bench.iterate(texts.map { (ZMQMultipart(Array("peer".utf8), [], Array($0.text.utf8)), $0.caller) })
    }

    private func ask(_ key: String) -> String {
        #"{"jsonrpc":"2.0","id":9,"method":"service.outcome","params":{"idempotencykey":"\#(key)"}}"#
    }

    // MARK: Writes

    @Test(arguments: pairs)
    func `one text is one key for one caller`(first: PeerAccess, second: PeerAccess, isOne: Bool) throws {
        let bench = try EngineBench()
        #expect(try answers(bench, (first, bench.add(5, key: "k")))[0]?.result?.integer == 5)
        let repeated = try answers(bench, (second, bench.add(5, key: "k")))[0]
        #expect(repeated?.result?.integer == (isOne ? 5 : 10))
        #expect(repeated?["meta"]?["replayed"]?.boolean == (isOne ? true : nil))
        #expect(bench.journal.lastEntry == (isOne ? 1 : 2))
        // What the first has asked for stays the first's, whoever came after.
        #expect(try answers(bench, (first, bench.add(5, key: "k")))[0]?.result?.integer == 5)
    }

    @Test(arguments: pairs)
    func `in one iteration too, where nothing is stored yet`(first: PeerAccess, second: PeerAccess, isOne: Bool) throws
    {
        let bench = try EngineBench()
        let replies = try answers(
            bench,
            (first, bench.add(5, key: "k")),
            (second, bench.add(2, key: "k")),
            (second, bench.add(2, key: "k")),
            (first, bench.add(5, key: "k"))
        )
        let reused = "IDEMPOTENCY_KEY_REUSED"
        #expect(replies.map { $0?.reason } == (isOne ? [nil, reused, reused, nil] : [nil, nil, nil, nil]))
        #expect(replies.map { $0?.result?.integer } == (isOne ? [5, nil, nil, 5] : [5, 7, 7, 5]))
        #expect(bench.journal.lastEntry == (isOne ? 1 : 2))
    }

    @Test func `a batch of one caller repeats its own keys and no other's`() throws {
        let bench = try EngineBench()
        let batch = "[\(bench.add(1, key: "k")),\(bench.add(1, key: "k")),\(bench.add(1, key: "n"))]"
        let replies = try answers(bench, (Self.alice, batch), (Self.bob, batch))
        #expect((0..<3).map { replies[0]?[$0]?.result?.integer } == [1, 1, 2])
        #expect((0..<3).map { replies[1]?[$0]?.result?.integer } == [3, 3, 4])
    }

    @Test func `work that is done elsewhere is decided under the key of whoever asked for it`() throws {
        let bench = try ShelfBench()
        let text = bench.call("print", "a", key: "k")
        #expect(try answers(bench, (Self.alice, text), (Self.bob, text)).allSatisfy { $0 == nil })
        // Whoever sends something meanwhile is not who asked for the work.
        bench.peer = Self.bob
        #expect(try bench.finish().map { $0?.result?.integer } == [1, 2])
        let replies = try answers(bench, (Self.alice, text), (Self.bob, text), (.local, text))
        #expect(replies.map { $0?.result?.integer } == [1, 2, nil])
        #expect(replies.map { $0?["meta"]?["replayed"]?.boolean } == [true, true, nil])
        #expect(bench.started.count == 1)
    }

    // MARK: Questions

    @Test(arguments: pairs)
    func `who asks for another's key is told what is told of a key that nobody has used`(
        first: PeerAccess,
        second: PeerAccess,
        isOne: Bool
    ) throws {
        let bench = try EngineBench()
        let asker = PeerAccess(name: second.name, role: .read, transport: second.transport)
        _ = try answers(bench, (first, bench.add(5, key: "k")))
        let replies = try answers(bench, (asker, ask("k")), (asker, ask("never")), (first, ask("k")))
        #expect(replies[0]?.result?["state"]?.string == (isOne ? "applied" : "unknown"))
        #expect((replies[0]?.jsonBytes == replies[1]?.jsonBytes) == !isOne)
        #expect(replies[2]?.result?["state"]?.string == "applied")
    }

    @Test func `a role is not a name: who may only read now still knows what became of the own writes`() throws {
        let bench = try EngineBench()
        _ = try answers(bench, (Self.alice, bench.add(5, key: "k")))
        #expect(try answers(bench, (Self.reader, ask("k")))[0]?.result?["state"]?.string == "applied")
    }

    // MARK: What is stored

    @Test func `no two keys of any callers are stored alike, whatever is in them`() {
        let longest = String(repeating: "x", count: RequestMeta.maxIdempotencyKeyLength)
        var keys = ["k", "k\t", "k \t ", "k\talice", "k\tbob", "\t", " ", "\0", "e\u{301}", "\u{E9}", longest]
        for peer in [Self.alice, Self.bob] {
            // As near to what is stored for the name as a key can come.
            for key in ["k", "k\t"] { keys.append(String(peer.storedKey(key).suffix(longest.utf8.count))) }
            keys.append(String(longest.dropLast(peer.name.utf8.count + 1)) + "\t" + peer.name)
        }
        var stored = Set<[UInt8]>()
        for key in keys {
            for peer in [Self.alice, Self.bob, Self.local, .local] { stored.insert(Array(peer.storedKey(key).utf8)) }
        }
        #expect(stored.count == 4 * keys.count)
    }

    @Test func `a key without an owner is stored as it came, any other behind the same beginning`() {
        let key = "01980f3e-5a51-7c04-b1d6-52f0a9e83c15"
        #expect(PeerAccess.local.storedKey(key) == key)
        #expect(Self.loopback.storedKey(key) == key)
        #expect(Self.alice.storedKey(key).hasPrefix(key + "\t"))
        #expect(Self.alice.storedKey(key).utf8.count > RequestMeta.maxIdempotencyKeyLength)
    }

    @Test func `a key is stored in one form for ever, so that one from before an update is known`() {
        #expect(Self.alice.storedKey("k") == "k\t" + String(repeating: " ", count: 122) + "alice")
        let longest = String(repeating: "x", count: 128)
        #expect(Self.alice.storedKey(longest) == longest + "\talice")
    }

    @Test func `what is noted of a write is the key that the caller knows`() throws {
        let bench = try EngineBench()
        let message = ZMQMultipart(Array("peer".utf8), [], Array(bench.add(1, key: "k").utf8))
        bench.engine.take(message, from: Self.alice)
        bench.engine.commit()
        var notes: [String] = []
        bench.engine.forEachAudit { entry, _ in notes.append("\(entry.peer.name) \(entry.key ?? "-")") }
        #expect(notes == ["alice k"])
    }

    // MARK: What was stored before keys had owners

    @Test func `a named caller's write from before is repeated when its content says so`() throws {
        let bench = try EngineBench()
        _ = try answers(bench, (.local, bench.add(5, key: "k")))
        bench.journal.unscopedEntry = bench.journal.lastEntry
        let replies = try answers(bench, (Self.alice, bench.add(5, key: "k")), (.local, bench.add(5, key: "k")))
        #expect(replies.map { $0?.result?.integer } == [5, 5])
        #expect(replies.map { $0?["meta"]?["replayed"]?.boolean } == [true, true])
        #expect(bench.journal.lastEntry == 1)
    }

    @Test func `of anything else from before a named caller knows nothing`() throws {
        let bench = try EngineBench()
        _ = try answers(bench, (.local, bench.add(5, key: "k")))
        bench.journal.unscopedEntry = bench.journal.lastEntry
        #expect(try answers(bench, (Self.alice, ask("k")))[0]?.result?["state"]?.string == "unknown")
        let other = try answers(bench, (Self.alice, bench.add(1, key: "k")))[0]
        #expect(other?.result?.integer == 6)
        // From now on it is the caller's own.
        #expect(try answers(bench, (Self.alice, ask("k")))[0]?.result?["result"]?.integer == 6)
        #expect(try answers(bench, (Self.alice, bench.add(5, key: "k")))[0]?.reason == "IDEMPOTENCY_KEY_REUSED")
        #expect(try answers(bench, (.local, bench.add(5, key: "k")))[0]?.result?.integer == 5)
    }

    @Test func `what was stored since is nobody's past`() throws {
        let bench = try EngineBench()
        _ = try answers(bench, (.local, bench.add(5, key: "before")))
        bench.journal.unscopedEntry = bench.journal.lastEntry
        _ = try answers(bench, (.local, bench.add(5, key: "since")))
        #expect(try answers(bench, (Self.alice, bench.add(5, key: "since")))[0]?.result?.integer == 15)
    }

    @Test func `work that is done elsewhere is not done again for a write from before`() throws {
        let bench = try ShelfBench()
        let text = bench.call("print", "a", key: "k")
        _ = try answers(bench, (.local, text))
        _ = try bench.finish()
        bench.journal.unscopedEntry = bench.journal.lastEntry
        let reply = try answers(bench, (Self.alice, text))[0]
        #expect(reply?["meta"]?["replayed"]?.boolean == true)
        #expect(bench.started.isEmpty)
    }
}
