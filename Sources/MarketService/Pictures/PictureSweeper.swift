import Pictures
import Platform
import Synchronization

/// Removes the files of pictures that no product names any more, some at a time, over and over.
///
/// A chunk finds old files away from the owner's thread; there the catalogue says which of them are still named; and the
/// next chunk removes the others. Whoever stores a picture again meanwhile makes its file young, and it stays.
final class PictureSweeper: Sendable {
    /// Enough for nearly everybody: no request takes an hour, and few backups do.
    static let usualRetention = 60 * 60
    /// Files that are looked at in one chunk.
    private static let chunk = 500

    private struct Progress {
        var position: PictureHash?
        var orphans: [PictureHash] = []
        /// When the next sweep begins, in milliseconds since the machine was started.
        var next = 0
        /// How far the wall clock was ahead of that clock at the last look.
        var wallOffset: Int?
    }

    /// So far the wall clock may move against the one that nobody can set, between two looks, before it counts as set.
    private static let tolerance = 60_000

    /// Files stay for so many seconds after they were stored, and after the last product that named them has gone.
    ///
    /// Longer than any request takes, and than a backup: one that copies the files after the database then finds each that its
    /// copy names. There is as long a pause between two sweeps.
    let retention: Int
    private let store: PictureStore
    private let progress = Mutex(Progress())

    init(_ store: PictureStore, retention: Int) {
        self.store = store
        self.retention = retention
    }

    /// Whether there is something to do.
    ///
    /// Files and the catalogue know the wall clock's times. Once that clock was set, they tell no ages until everything that
    /// was young then has grown old by the other clock.
    ///
    /// - Parameters:
    ///   - wall: Now, in milliseconds since 1970-01-01 UTC.
    ///   - uptime: Now, in milliseconds since the machine was started.
    func isDue(at wall: Int, uptime: Int) -> Bool {
        progress.withLock { progress in
            let offset = wall - uptime
            if let last = progress.wallOffset, abs(offset - last) > Self.tolerance {
                progress.orphans = []
                progress.position = nil
                progress.next = uptime + retention * 1_000
            }
            progress.wallOffset = offset
            return progress.position != nil || !progress.orphans.isEmpty || progress.next <= uptime
        }
    }

    /// Removes what the last chunk has found to be orphans, and finds more that may be; waits for the disk.
    ///
    /// - Returns: Files that are old.
    func findOld() throws(PictureStoreError) -> [PictureHash] {
        let (orphans, position) = progress.withLock { progress in
            defer { progress.orphans = [] }
            return (progress.orphans, progress.position)
        }
        for orphan in orphans {
            _ = try store.remove(orphan, olderThan: retention)
            #if DEBUG
                FailPoint.sweepRemoved.reach()
            #endif
        }
        let found = try store.oldPictures(olderThan: retention, after: position, limit: Self.chunk)
        #if DEBUG
            if !found.pictures.isEmpty { FailPoint.sweepFound.reach() }
        #endif
        progress.withLock { $0.position = found.sweep.next }
        return found.pictures
    }

    /// Takes note of which files nobody names.
    ///
    /// - Parameters:
    ///   - orphans: Of the files that were found last.
    ///   - uptime: Now, in milliseconds since the machine was started.
    /// - Returns: Whether there is more to do soon.
    func note(orphans: [PictureHash], uptime: Int) -> Bool {
        progress.withLock { progress in
            progress.orphans = orphans
            if progress.position == nil { progress.next = uptime + retention * 1_000 }
            return progress.position != nil || !orphans.isEmpty
        }
    }
}
