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
        /// When the next sweep begins, in milliseconds since 1970-01-01 UTC.
        var next = 0
    }

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
    /// - Parameter time: Now, in milliseconds since 1970-01-01 UTC.
    func isDue(at time: Int) -> Bool {
        progress.withLock { $0.position != nil || !$0.orphans.isEmpty || $0.next <= time }
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
    ///   - time: Now, in milliseconds since 1970-01-01 UTC.
    /// - Returns: Whether there is more to do soon.
    func note(orphans: [PictureHash], at time: Int) -> Bool {
        progress.withLock { progress in
            progress.orphans = orphans
            if progress.position == nil { progress.next = time + retention * 1_000 }
            return progress.position != nil || !orphans.isEmpty
        }
    }
}
