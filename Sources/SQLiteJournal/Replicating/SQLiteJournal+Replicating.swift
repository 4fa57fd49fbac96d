internal import Glibc
package import Journal
import SQLite

/// Following a replicated log, whose rows are the truth: writing what goes into it, and applying what has come from it.
extension SQLiteJournal {
    /// The last row of the log that is in the store; `nil` in one that follows no log.
    ///
    /// With ``CommitSync/normal`` a loss of power may take the newest rows: then this is an earlier one, and the store is what it was
    /// at that row.
    package var logPosition: Int? { position.logPosition }

    /// The same row with what tells it from another at its place.
    package var appliedRow: AppliedRow? { position.appliedRow }

    /// Whether the store is open, as it is not after it was found wrong.
    package var isOpen: Bool { connection != nil }

    /// Has the next ``probe()`` open the store again: what the present connection reads may not be what is on the disk.
    ///
    /// With ``CommitSync/normal`` a commit waits for no disk. When the kernel could not write its pages, the next reader of them may get
    /// older bytes, until the next sync tells of it. What is reopened is what the log's checksums say, at an earlier row.
    package func closeUntilProbed() {
        if let connection { drop(connection) }
    }

    /// Where a copy of the store can be made, in its directory.
    package var copyPath: String { files.database + ".snapshot" }

    /// What copies the store as it is at one moment, on any thread and next to its use.
    package func copying(to path: String) -> @Sendable () throws(StorageError) -> StoreSummary {
        let configuration = configuration
        return { () throws(StorageError) in
            // Of one that was cut short.
            unsafe unlink(path)
            return try StoreCopy.make(of: configuration, at: path)
        }
    }

    /// What the log is to hold of a batch, and of the changes of the tables since the last commit.
    ///
    /// Until ``commit(_:at:)`` the tables cannot be changed; ``StoredTables/discard()`` takes the changes back.
    ///
    /// - Throws: ``StorageError`` with `failing` when the batch does not continue the store, is too large for a log, or the store
    ///   follows none; other codes when SQLite fails. The changes can only be taken back then.
    package func row(of batch: JournalBatch) throws(StorageError) -> [UInt8] {
        let connection = try requireConnection()
        _ = try position.end(of: batch, at: (position.logPosition ?? 0) + 1)
        let changeset = try connection.sealChanges()
        return try ReplicatedRow(batch: batch, changeset: changeset).encoded()
    }

    /// Writes a batch that is on its way to the log, for ``commit(_:at:checksum:)`` to have less to do.
    ///
    /// Until then nothing of it counts, and nothing else can be written; ``StoredTables/discard()`` takes it back, with the
    /// changes of the tables.
    ///
    /// - Parameters:
    ///   - batch: What ``row(of:)`` was asked for.
    ///   - row: Its place in the log: the one after ``logPosition``.
    ///   - checksum: What tells the row from another at its place.
    /// - Throws: ``StorageError``; everything was taken back then, and where the log has the batch, apply the row.
    package func stage(_ batch: JournalBatch, at row: Int, checksum: [UInt8]) throws(StorageError) {
        let connection = try requireConnection()
        guard !connection.hasUnloggedChanges, connection.staged == nil else {
            throw StorageError(.failing, "what was changed is in no row of the log")
        }
        let end = try position(after: batch, at: row, checksum)
        do throws(StorageError) {
            try connection.stage(upTo: end) { (database, statements) throws(StorageError) in
                try insert(batch, upTo: end, in: database, statements: statements, on: connection)
            }
        } catch {
            dropIfFailed(connection)
            throw error
        }
    }

    /// Commits a batch that is in the log: what ``row(of:)`` was asked for, and ``stage(_:at:checksum:)`` may have written.
    ///
    /// - Parameters:
    ///   - row: Its place in the log, which is remembered in the same transaction: the one after ``logPosition``.
    ///   - checksum: What tells the row from another at its place, remembered too; empty where nobody will compare.
    /// - Throws: ``StorageError`` like ``commit(_:)``. The log has the batch all the same: where nothing was applied, apply the row.
    package func commit(_ batch: JournalBatch, at row: Int, checksum: [UInt8] = []) throws(StorageError) {
        let connection = try requireConnection()
        guard !connection.hasUnloggedChanges else {
            throw StorageError(.failing, "what was changed is in no row of the log")
        }
        guard let staged = connection.staged else { return try write(batch, at: row, checksum: checksum) }
        guard staged.logPosition == row, staged.logChecksum == checksum else {
            throw StorageError(.failing, "another batch was written for this row of the log")
        }
        try commit(upTo: staged, on: connection) { _, _ in }
    }

    /// Makes the store what it was at the writer of a row: all of it, with the row's place in the log, or nothing.
    ///
    /// - Parameters:
    ///   - content: What the row holds.
    ///   - row: Its place in the log: the one after ``logPosition``.
    ///   - checksum: What tells the row from another at its place; empty where nobody will compare.
    /// - Throws: ``StorageError`` like ``commit(_:)``; `diverged` when the store is not what the writer's was before,
    ///   `unreadable` when the row is damaged, `failing` when it is not the next one or changes of this worker's own are open.
    package func apply(
        _ content: ReplicatedRow,
        at row: Int,
        checksum: [UInt8] = []
    ) throws(StorageError) {
        let connection = try requireConnection()
        guard !connection.hasCapturedChanges else {
            throw StorageError(.failing, "changes of this worker's own are open, and have to be discarded first")
        }
        _ = try position.logPosition(after: row)
        do throws(StorageError) {
            _ = try position.end(of: content.batch, at: row)
        } catch {
            throw StorageError(.diverged, "the store has diverged from its log: \(error.message)")
        }
        let changes = try Changeset(content.changeset, for: connection.requireCapturedTables())
        try write(content.batch, at: row, checksum: checksum) { (database) throws(StorageError) in
            try checkLevels(of: content.batch)
            try changes.apply(to: database)
        }
    }

    /// Gives the stream a new epoch where it has the former one: with the row that says so, or not at all.
    ///
    /// A store that was made later, or from a later snapshot, has that epoch or one after it already, and keeps it.
    ///
    /// - Parameters:
    ///   - row: The place of that row in the log: the one after ``logPosition``.
    ///   - checksum: What tells the row from another at its place.
    /// - Returns: Whether the epoch has changed. A worker that serves the store has told others the former one.
    /// - Throws: ``StorageError`` like ``apply(_:at:checksum:)``.
    package func changeEpoch(
        from former: String,
        to new: String,
        at row: Int,
        checksum: [UInt8]
    ) throws(StorageError) -> Bool {
        guard try !requireConnection().hasCapturedChanges else {
            throw StorageError(.failing, "changes of this worker's own are open, and have to be discarded first")
        }
        let isChanged = epoch == former
        try write(JournalBatch(time: 0), at: row, checksum: checksum) { (database) throws(StorageError) in
            if isChanged { try JournalMeta.saveEpoch(new, in: database) }
        }
        if isChanged { epoch = new }
        return isChanged
    }

    /// Takes other rules by which the stream goes on: with the row that says so, or not at all.
    ///
    /// Items that are new by them get their levels. Where nothing was ever written, all levels are those of the rules: before that
    /// row a store begins with what its own worker was started with.
    ///
    /// - Parameters:
    ///   - digest: What tells the rules from others.
    ///   - levels: What items begin with.
    ///   - row: The place of that row in the log: the one after ``logPosition``.
    ///   - checksum: What tells the row from another at its place.
    /// - Throws: ``StorageError`` like ``apply(_:at:checksum:)``.
    package func define(
        _ digest: [UInt8],
        levels: [Level],
        at row: Int,
        checksum: [UInt8]
    ) throws(StorageError) {
        guard try !requireConnection().hasCapturedChanges else {
            throw StorageError(.failing, "changes of this worker's own are open, and have to be discarded first")
        }
        let isUnused = lastEntry == 0 && definition == nil
        try write(JournalBatch(time: 0), at: row, checksum: checksum) { (database) throws(StorageError) in
            if isUnused { try database.change("DELETE FROM level", []) }
            try JournalCreation.addMissingLevels(levels, to: database)
            try JournalMeta.saveDefinition(digest, in: database)
        }
        definition = digest
    }

    /// Checks that what is in the store and the events of a batch add up to its levels.
    private func checkLevels(of batch: JournalBatch) throws(StorageError) {
        var sums: [String: LevelSum] = [:]
        for level in batch.levels {
            let stored = try self.level(of: level.item)
            sums[level.item] = LevelSum(
                level: level,
                baseQuantity: stored?.quantity ?? 0,
                baseVersion: stored?.version ?? 0
            )
        }
        var last = position.lastSequence
        for entry in batch.entries {
            last += entry.events.count
            guard let column = entry.column else { continue }
            let stored = StoredEvents(number: entry.number, sequence: last, text: Array(batch.bytes[column]))
            let count: Int
            do throws(StorageError) {
                count = try events.forEachChange(in: stored) { (sequence, subject, delta) throws(StorageError) in
                    guard sums[subject]?.add(sequence: sequence, delta: delta) == nil, delta != nil else { return }
                    throw StorageError(.unreadable, "it changes \(subject), and says no level of it")
                }
            } catch {
                throw StorageError(.unreadable, "a row of the log is damaged: \(error.message)")
            }
            guard count == entry.events.count else {
                throw StorageError(
                    .unreadable,
                    "a row of the log is damaged: entry \(entry.number) has \(count) events"
                )
            }
        }
        for sum in sums.values {
            guard let finding = sum.finding(since: position.lastSequence) else { continue }
            throw StorageError(.diverged, "the store has diverged from its log: \(finding)")
        }
    }
}
