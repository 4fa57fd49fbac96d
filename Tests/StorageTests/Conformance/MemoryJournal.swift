import Messages
import Synchronization

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A journal in memory, which shows that the contract asks for nothing that only SQLite has.
///
/// What is durable is kept for the whole process, by the name of the store, and survives ``close()``.
final class MemoryJournal: Journal {
    /// A text by its bytes: strings that look alike are equal in Swift, and different keys.
    private typealias Text = [UInt8]

    private struct Row {
        var number, sequence, time: Int
        var method: String
        var key: Text?
        var fingerprint, result: [UInt8]
        var causationID, traceparent: String?
        var events: [UInt8]?
        var isListed: Bool
    }

    private struct Contents {
        var epoch: String
        var levels: [Text: Level]
        var rows: [Row] = []
        var lastEntry = 0
        var lastSequence = 0
        var lastTime = 0
        var prunedSequence = 0
    }

    private static let stores = Mutex<[String: Contents]>([:])

    private let name: String
    private let retention: Store.Retention
    private let column = EventsColumn(nil)
    private var contents: Contents
    private var ages = RowAges()
    private var isClosed = false

    init(name: String, initialLevels: [Level], _ retention: Store.Retention) {
        self.name = name
        self.retention = retention
        contents = Self.stores.withLock { stores in
            stores[name]
                ?? Contents(
                    epoch: "0190b5a8-7f00-7000-8000-000000000000",
                    levels: Dictionary(uniqueKeysWithValues: initialLevels.map { (Array($0.item.utf8), $0) })
                )
        }
    }

    var epoch: String { contents.epoch }
    var lastEntry: Int { contents.lastEntry }
    var lastSequence: Int { contents.lastSequence }
    var lastTime: Int { contents.lastTime }
    var firstSequence: Int { contents.prunedSequence + 1 }
    var lastUnscopedEntry: Int { 0 }
    var wholeCheck: (any StoreCheck)? { nil }

    func conclude(_ check: any StoreCheck) throws(StorageError) {}

    func loadLevels() throws(StorageError) -> [Level] {
        try requireOpen()
        return contents.levels.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    func level(of item: String) throws(StorageError) -> Level? {
        try requireOpen()
        return contents.levels[Array(item.utf8)]
    }

    func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        try requireOpen()
        let text = Array(key.utf8)
        return contents.rows.first { $0.key == text }.map {
            StoredReply(number: $0.number, sequence: $0.sequence, fingerprint: $0.fingerprint, result: $0.result)
        }
    }

    func commit(_ batch: JournalBatch) throws(StorageError) {
        try requireOpen()
        let end = try position.end(of: batch)
        var next = contents
        for entry in batch.entries {
            let key = bytes(entry.key, of: batch)
            guard key == nil || !next.rows.contains(where: { $0.key == key }) else {
                throw StorageError(.failing, "a key is stored already")
            }
            next.lastSequence += entry.events.count
            next.rows.append(
                Row(
                    number: entry.number,
                    sequence: next.lastSequence,
                    time: batch.time,
                    method: text(entry.method, of: batch) ?? "",
                    key: key,
                    fingerprint: bytes(entry.fingerprint, of: batch) ?? [],
                    result: bytes(entry.result, of: batch) ?? [],
                    causationID: text(entry.causation, of: batch),
                    traceparent: text(entry.trace, of: batch),
                    events: bytes(entry.column, of: batch),
                    isListed: entry.isListed
                )
            )
        }
        for level in batch.levels { next.levels[Array(level.item.utf8)] = level }
        (next.lastEntry, next.lastTime) = (end.lastEntry, end.lastTime)
        save(next)
    }

    func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        try requireOpen()
        guard sequence >= contents.prunedSequence, sequence < contents.lastSequence else { return }
        var isEnough = false
        for row in contents.rows where row.sequence > sequence && !isEnough {
            let events = StoredEvents(number: row.number, sequence: row.sequence, text: row.events)
            let stored = StoredRow(
                events: events,
                time: row.time,
                causationID: row.causationID,
                traceparent: row.traceparent
            )
            try column.decode(stored) { (event) throws(StorageError) in
                if event.sequence > sequence, !isEnough { isEnough = !body(event) }
            }
        }
    }

    func entry(_ number: Int) throws(StorageError) -> JournalEntry? {
        try requireOpen()
        return contents.rows.first { $0.number == number }.map(Self.entry)
    }

    func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        try requireOpen()
        return contents.rows.reversed()
            .filter { $0.isListed && $0.method == method && $0.number < number ?? .max }
            .prefix(max(0, limit)).map(Self.entry)
    }

    func probe() throws(StorageError) { try requireOpen() }

    func prune(now: Int) throws(StorageError) -> Bool {
        try requireOpen()
        ages.advance(to: RowAges.Reading(boot: "memory", milliseconds: now))
        ages.mark(position.prunedEntry + 1..<contents.lastEntry + 1, retention: retention.keys)
        let oldRow = ages.lastRow(asOldAs: retention.keys)
        var next = contents
        let oldestEvent = max(contents.lastSequence - retention.events, contents.prunedSequence)
        let old = next.rows.prefix(1_000).prefix { $0.number <= oldRow && $0.sequence <= oldestEvent }
        next.prunedSequence = old.last?.sequence ?? next.prunedSequence
        next.rows.removeFirst(old.count)
        save(next)
        return old.count == 1_000
    }

    func close() { isClosed = true }

    private func requireOpen() throws(StorageError) {
        guard !isClosed else { throw StorageError(.unavailable, "the store is closed") }
    }

    private func save(_ next: Contents) {
        contents = next
        Self.stores.withLock { $0[name] = next }
    }

    private var position: JournalPosition {
        let pruned = (contents.rows.first?.number ?? contents.lastEntry + 1) - 1
        return JournalPosition(
            lastEntry: contents.lastEntry,
            lastSequence: contents.lastSequence,
            lastTime: contents.lastTime,
            prunedEntry: pruned,
            prunedSequence: contents.prunedSequence,
            baseEntry: pruned,
            lastUnscopedEntry: 0
        )
    }

    private func bytes(_ part: Range<Int>?, of batch: JournalBatch) -> [UInt8]? { part.map { Array(batch.bytes[$0]) } }

    private func text(_ part: Range<Int>?, of batch: JournalBatch) -> String? {
        bytes(part, of: batch).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func entry(_ row: Row) -> JournalEntry {
        JournalEntry(number: row.number, method: row.method, result: row.result)
    }
}
