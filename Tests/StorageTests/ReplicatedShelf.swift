import Journal
import SQLiteJournal
import TestKit
import Testing

/// Stores of one stream that have a table of their own, and the log between them.
struct ReplicatedShelf {
    static let epoch = "0190b5a8-7f00-7000-8000-00000000000a"

    static func configuration(_ path: String, tables: TableSchema = Shelf.tables) -> SQLiteJournalConfiguration {
        var configuration = Shelf.configuration(path)
        configuration.tables = tables
        configuration.replicatedEpoch = epoch
        configuration.commitSync = .normal
        return configuration
    }

    let active: SQLiteJournal
    private(set) var log: [[UInt8]] = []

    init(_ directory: TemporaryDirectory, name: String = "active", tables: TableSchema = Shelf.tables) throws {
        active = try SQLiteJournal(opening: Self.configuration(directory.file(name), tables: tables))
    }

    /// Commits a batch at the active, with what was changed in its tables.
    mutating func commit(_ batch: JournalBatch) throws {
        log.append(try active.row(of: batch))
        try active.commit(batch, at: log.count)
    }

    /// Commits one order, with what was changed in the active's tables.
    mutating func order(_ orders: inout Orders, key: String? = nil) throws {
        let entry = orders.entry(key: key)
        try commit(orders.batch([entry]))
    }

    /// Changes the active's tables and commits that.
    mutating func change(_ sql: String...) throws {
        try active.tables.attempt(onFailure: { $0 as any Error }) { for text in sql { try active.tables.change(text) } }
        try commit(JournalBatch(time: active.lastTime))
    }

    /// Applies all rows of the log that a store lacks.
    func follow(_ replica: SQLiteJournal) throws {
        for row in ((replica.logPosition ?? 0) + 1)..<(log.count + 1) { try apply(row, to: replica) }
    }

    func apply(_ row: Int, to replica: SQLiteJournal) throws {
        try replica.apply(ReplicatedRow(decoding: log[row - 1]), at: row)
    }

    func expectEqual(_ replica: SQLiteJournal, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (one, two) = (try StoreDump(of: active), try StoreDump(of: replica))
        #expect(one == two, "\(one.difference(from: two))", sourceLocation: sourceLocation)
    }
}
