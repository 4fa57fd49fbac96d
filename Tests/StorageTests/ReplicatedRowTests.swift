import Messages
import Platform
import Testing
import WireJSON

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A row goes into a log as bytes and comes out of it exactly; what is no such bytes is refused.
@Suite(.timeLimit(.minutes(10)))
struct ReplicatedRowTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `what is read is what was written`(_ seed: UInt64) throws {
        var batches = try RandomBatches(seed: seed, continuing: MemoryJournal.shop())
        for _ in 0..<20 {
            let changeset = (0..<Int(seed)).map { UInt8($0) }
            var batch = batches.next()
            batch.files = (0..<Int(seed % 3)).compactMap { FileHash(bytes: Array(repeating: UInt8($0), count: 32)) }
            let read = try ReplicatedRow(
                decoding: ReplicatedRow(batch: batch, changeset: changeset).encoded()
            )
            #expect(read.changeset == changeset)
            #expect(Content(read.batch) == Content(batch))
        }
    }

    @Test func `the bytes of format 1 are always these`() throws {
        let row = Self.example
        let written = try row.encoded().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(written.joined() == Self.vector)
        let read = try ReplicatedRow(decoding: Self.bytes(of: Self.vector))
        #expect(Content(read.batch) == Content(row.batch))
        #expect(read.changeset == row.changeset)
        let empty = ReplicatedRow(batch: JournalBatch(time: 1))
        #expect(try empty.encoded() == [0, 1, 1, 0, 0, 0, 0, 0])
    }

    @Test func `a row that names files has format 2, and other rows can be read by versions that know only 1`() throws {
        let hash = try #require(FileHash(bytes: Array(0..<32)))
        var batch = JournalBatch(time: 1)
        batch.files = [hash]
        let bytes: [UInt8] = [0, 2, 1, 0, 0, 0, 0, 0, 1] + Array(0..<32)
        #expect(try ReplicatedRow(batch: batch).encoded() == bytes)
        #expect(try ReplicatedRow(decoding: bytes).batch.files == [hash])
        for count in 0..<bytes.count { Self.expectRefusal(of: Array(bytes[..<count])) }
        Self.expectRefusal(of: [0, 2, 1, 0, 0, 0, 0, 0, 0])
        Self.expectRefusal(of: [0, 1, 1, 0, 0, 0, 0, 0, 1] + Array(0..<32))
        #expect(FileHash(hash.description) == hash)
        for text in ["", String(hash.description.dropLast()), hash.description.uppercased(), hash.description + "0"] {
            #expect(FileHash(text) == nil)
        }
    }

    @Test func `a row that ends early, goes on or is of another format is refused`() throws {
        let bytes = Self.bytes(of: Self.vector)
        for count in 0..<bytes.count { Self.expectRefusal(of: Array(bytes[..<count])) }
        Self.expectRefusal(of: bytes + [0])
        let newer = #expect(throws: StorageError.self) {
            try ReplicatedRow(decoding: [0, 3] + bytes.dropFirst(2))
        }
        #expect(newer?.message.contains("format 3") == true)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a damaged row is refused, or read as one that can be written`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var batches = try RandomBatches(seed: seed, continuing: MemoryJournal.shop())
        var batch = batches.next(entries: 4)
        batch.files = (0..<Int(seed % 3)).compactMap { FileHash(bytes: Array(repeating: UInt8($0), count: 32)) }
        let bytes = try ReplicatedRow(batch: batch, changeset: [1, 2, 3]).encoded()
        for _ in 0..<3_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = damaged.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...3, using: &random) {
                case 0: damaged[place] = .random(in: 0...255, using: &random)
                case 1: damaged[place] ^= 1 << Int.random(in: 0...7, using: &random)
                case 2: damaged.remove(at: place)
                default: damaged.insert(.random(in: 0...255, using: &random), at: place)
                }
            }
            do throws(StorageError) {
                // There is one way to write a row.
                #expect(try ReplicatedRow(decoding: damaged).encoded() == damaged)
            } catch {
                #expect(error.code == .unreadable)
            }
        }
    }

    @Test func `a number is written in one way, and none is larger than a store holds`() throws {
        Self.expectRefusal(of: [0, 1, 0x81, 0, 0, 0, 0, 0, 0])
        Self.expectRefusal(of: [0, 1] + Array(repeating: 0xff, count: 9) + [0, 0, 0, 0, 0])
        Self.expectRefusal(of: [0, 1, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0])
        #expect(throws: StorageError.self) {
            try ReplicatedRow(batch: JournalBatch(time: 1 << 54)).encoded()
        }
        #expect(throws: StorageError.self) { try ReplicatedRow(batch: JournalBatch(time: -1)).encoded() }
    }

    @Test func `a batch with a gap is not written`() throws {
        var orders = try Orders(continuing: MemoryJournal.shop())
        let (first, second) = (orders.entry(), orders.entry())
        #expect(throws: StorageError.self) {
            try ReplicatedRow(batch: orders.batch([first, second.with(number: 9)])).encoded()
        }
    }

    @Test func `a row has at most 64 MiB, written or read`() throws {
        // Before the changeset are seven bytes and its length.
        let head: [UInt8] = [0, 1, 1, 0, 0, 0, 0]
        let largest = ReplicatedRow(
            batch: JournalBatch(time: 1),
            changeset: Array(repeating: 7, count: (64 << 20) - head.count - 4)
        )
        let bytes = try largest.encoded()
        #expect(bytes.count == 64 << 20)
        #expect(try ReplicatedRow(decoding: bytes).changeset.count == largest.changeset.count)
        let larger = ReplicatedRow(batch: largest.batch, changeset: largest.changeset + [7])
        let error = #expect(throws: StorageError.self) { _ = try larger.encoded() }
        #expect(error?.code == .failing)
        let length: [UInt8] = [0xf6, 0xff, 0xff, 0x1f]
        Self.expectRefusal(of: head + length + larger.changeset)
    }

    /// Two orders, one with everything and one with nothing.
    private static var example: ReplicatedRow {
        var events = PendingEvents()
        for (index, fruit) in ["mango", "귤"].enumerated() {
            events.append(type: "juice.stock.changed", subject: fruit) { $0.raw(Array(#"{"delta":-2}"#.utf8)) }
            events.items[index].sequence = 300 + index
        }
        events.items[0].previousSequence = 0
        var batch = JournalBatch(time: 1_700_000_000_000)
        batch.append(
            number: 127,
            method: "juice.order",
            key: "key-1",
            fingerprint: [1, 255],
            result: Array("{}".utf8),
            causationID: "7",
            traceparent: "00-1",
            events: events,
            isListed: true
        )
        batch.append(number: 128, method: "juice.stock.add", result: Array("null".utf8))
        batch.levels = [
            Level(item: "mango", quantity: 98, version: 2, sequence: 300), Level(item: "귤", quantity: 0, version: 1),
        ]
        return ReplicatedRow(batch: batch, changeset: [84, 0])
    }

    private static let vector = """
        000180d095ffbc31027f02ac0202c201021f02960102020b0501040000040f136a756963652e73746f636b2e6368616e6765\
        64056d616e676f01450c136a756963652e73746f636b2e6368616e67656403eab7a400370c056d616e676f6202ad0203eab7\
        a40001005b7b2274797065223a226a756963652e73746f636b2e6368616e676564222c227375626a656374223a226d616e67\
        6f222c2270726576696f7573223a302c2264617461223a7b2264656c7461223a2d327d7d2c7b2274797065223a226a756963\
        652e73746f636b2e6368616e676564222c227375626a656374223a22eab7a4222c2264617461223a7b2264656c7461223a2d\
        327d7d5d01ff7b7d6a756963652e6f726465726b65792d313730302d316e756c6c6a756963652e73746f636b2e6164645400
        """

    private static func bytes(of text: String) -> [UInt8] {
        let digits = text.utf8.map { UInt8($0 > 57 ? $0 - 87 : $0 - 48) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func expectRefusal(of bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
            _ = try ReplicatedRow(decoding: bytes)
        }
        #expect(error?.code == .unreadable, sourceLocation: sourceLocation)
    }
}

/// All that a batch says.
private struct Content: Equatable {
    struct Entry: Equatable {
        let number: Int
        let texts: [[UInt8]?]
        let isListed: Bool
        let events: Range<Int>
    }

    let entries: [Entry]
    let events: [EventRecord]
    let levels: [Level]
    let files: [FileHash]
    let time: Int

    init(_ batch: JournalBatch) {
        func bytes(_ part: Range<Int>?) -> [UInt8]? { part.map { Array(batch.bytes[$0]) } }
        entries = batch.entries.map { entry in
            let parts = [
                entry.column, entry.fingerprint, entry.result, entry.method, entry.key, entry.causation, entry.trace,
            ]
            return Entry(
                number: entry.number,
                texts: parts.map(bytes),
                isListed: entry.isListed,
                events: entry.events
            )
        }
        var events: [EventRecord] = []
        batch.forEachRecord { events.append($0) }
        self.events = events
        (levels, files, time) = (batch.levels, batch.files, batch.time)
    }
}
