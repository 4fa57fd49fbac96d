package import Journal
internal import Platform
internal import Synchronization
package import WorkerEngine

/// Removes the files that no row names any more, some at a time, over and over.
///
/// A chunk finds old files away from the owner's thread; there the tables say which of them are still needed; and the next
/// chunk removes the others. Whoever stores a file again meanwhile makes it young, and it stays.
package final class FileSweeper: Sendable {
    /// Says whether a file has to stay at a moment, in milliseconds since 1970-01-01 UTC.
    package typealias Need = @Sendable (FileHash, any StoredTables, _ time: Int) throws(StorageError) -> Bool

    /// Enough for nearly everybody: no request takes an hour, and few backups do.
    package static let usualRetention = 60 * 60
    /// Files that are looked at in one chunk.
    private static let chunk = 500

    private struct Progress {
        var position: FileHash?
        /// What goes next, each unless it is younger than so many seconds.
        var orphans: [(hash: FileHash, age: Int)] = []
        /// Since when a file was seen to be needed by nobody, in milliseconds since the machine was started.
        var unneeded: [FileHash: Int] = [:]
        /// When the next sweep begins, by the same clock.
        var next = 0
        /// How far the wall clock was ahead of that clock at the last look.
        var wallOffset: Int?
    }

    /// So far the wall clock may move against the one that nobody can set, between two looks, before it counts as set.
    private static let tolerance = 60_000

    /// Files stay for so many seconds after they were stored, and after the last row that named them has gone.
    ///
    /// Longer than any request takes, and than a backup: one that copies the files after the database then finds each that its
    /// copy names. There is as long a pause between two sweeps.
    package let retention: Int
    private let store: FileStore
    private let remembersReleases: Bool
    private let isNeeded: Need
    private let progress = Mutex(Progress())

    /// - Parameters:
    ///   - store: Where the files are.
    ///   - retention: The seconds that a file stays: see ``retention``.
    ///   - remembersReleases: Whether `isNeeded` itself keeps a file for so long after the last row. Otherwise one goes
    ///     when two looks, at least so far apart, have found it needed by nobody, and nobody has stored it since the first.
    ///   - isNeeded: Asked for each old file.
    package init(_ store: FileStore, retention: Int, remembersReleases: Bool, isNeeded: @escaping Need) {
        (self.store, self.retention) = (store, retention)
        (self.remembersReleases, self.isNeeded) = (remembersReleases, isNeeded)
    }

    /// The next chunk; `nil` while there is nothing to do.
    package func task(in context: ReadContext) -> MaintenanceTask? {
        guard isDue(at: context.time, uptime: context.bootMoment.milliseconds) else { return nil }
        return MaintenanceTask { [self] in
            let old = Result { try findOld() }
            return { [self] context in
                let old = try old.get()
                let orphans = try context.reading { tables throws(StorageError) in
                    var orphans: [FileHash] = []
                    for hash in old where try !isNeeded(hash, tables, context.time) { orphans.append(hash) }
                    return orphans
                }
                return note(Set(orphans), of: old, uptime: context.bootMoment.milliseconds)
            }
        }
    }

    /// Whether there is something to do.
    ///
    /// Files and tables know the wall clock's times. Once that clock was set, they tell no ages until everything that
    /// was young then has grown old by the other clock.
    private func isDue(at wall: Int, uptime: Int) -> Bool {
        progress.withLock { progress in
            let offset = wall - uptime
            if let last = progress.wallOffset, abs(offset - last) > Self.tolerance {
                progress = Progress(next: uptime + retention * 1_000)
            }
            progress.wallOffset = offset
            return progress.position != nil || !progress.orphans.isEmpty || progress.next <= uptime
        }
    }

    /// Removes what the last chunk has found to be orphans, and finds more that may be; waits for the disk.
    private func findOld() throws(StorageError) -> [FileHash] {
        let (orphans, position) = progress.withLock { progress in
            defer { progress.orphans = [] }
            return (progress.orphans, progress.position)
        }
        for (orphan, age) in orphans {
            try store.remove(orphan, olderThan: age)
            #if DEBUG
                FailPoint.sweepRemoved.reach()
            #endif
        }
        let found = try store.oldFiles(olderThan: retention, after: position, limit: Self.chunk)
        #if DEBUG
            if !found.files.isEmpty { FailPoint.sweepFound.reach() }
        #endif
        progress.withLock { $0.position = found.sweep.next }
        return found.files
    }

    /// Takes note of which files nobody needs; returns whether there is more to do soon.
    private func note(_ orphans: Set<FileHash>, of old: [FileHash], uptime: Int) -> Bool {
        progress.withLock { progress in
            for hash in old {
                let first = orphans.contains(hash) ? progress.unneeded[hash] ?? uptime : nil
                // One that goes is forgotten: if it stays because it was stored again, it is seen anew.
                let age = remembersReleases ? retention : first.map { (uptime - $0) / 1_000 } ?? 0
                let goes = first != nil && age >= retention
                progress.unneeded[hash] = goes ? nil : first
                if goes { progress.orphans.append((hash, age)) }
            }
            if progress.position == nil { progress.next = uptime + retention * 1_000 }
            return progress.position != nil || !progress.orphans.isEmpty
        }
    }
}
