import Journal

/// When the write-ahead log is copied into the database, and by whom.
///
/// The copying of thousands of pages, and the sync of the database file after it, is what a commit must not wait for, so
/// another thread does it (`passive`: it never blocks the writer). But SQLite starts the log again only when a write
/// finds *everything* in it copied, and under load new frames arrive while the other thread copies: it would never catch
/// up, and the file would grow without end. So when only a few frames are left, the writer copies those itself between
/// two commits, where nothing can be added meanwhile; the next write then starts at the log's beginning.
///
/// ## Invariant
/// Copying begins only while the log holds frames that are not copied, one copying at a time, and nobody else copies. So no
/// write can start the log again between the beginning of a copying and its end: only then could a copying take the new
/// log for the old one, count frames as copied that never were, and lose their commits (in SQLite 3.7.0 to 3.51.2:
/// https://www.sqlite.org/wal.html#walresetbug). All other connections of a store leave the copying to this one
/// (`wal_autocheckpoint = 0` and no copying at their end), and a program that is none of ours is noticed when it has written
/// (``JournalConnection``).
struct WriteAheadLog {
    /// How many times the size from which it is copied the log's file keeps when it is restarted.
    static let mostKept = 4

    /// What to do now.
    enum Action: Equatable {
        case nothing
        /// Have the other thread copy what is there.
        case copyInBackground
        /// Copy what is left on this thread, now.
        case finish
        /// Leave the log as it is, for the next opening of the store.
        case giveUp
    }

    private enum State {
        /// Too little to copy, or the last attempt failed and the log has to grow before the next one.
        case filling(until: Int)
        /// The other thread copies.
        case copying(pass: Int)
    }

    /// How much is worth copying, in frames (one page each).
    private let threshold: Int
    private var state: State
    /// How many times in a row copying failed in nothing and still left pages in the log: someone reads what they would
    /// replace.
    private(set) var holdUps = 0

    init(threshold: Int) {
        self.threshold = max(1, threshold)
        state = .filling(until: self.threshold)
    }

    /// A commit has left `frames` in the log.
    ///
    /// - Parameter copied: What the other thread has reported since it was last asked, if it has.
    mutating func committed(frames: Int, copied: Copied?) -> Action {
        switch (state, copied) {
        case (_, .doubtful), (_, .damaged):
            return .giveUp
        case (.filling(let limit), _):
            guard frames >= limit else { return .nothing }
            state = .copying(pass: 1)
            return .copyInBackground
        case (.copying, nil):
            return .nothing
        case (.copying, .failed):
            // A full or broken disk: the log keeps everything, so wait for it to grow instead of trying at each commit.
            state = .filling(until: frames + threshold)
            return .nothing
        case (.copying, .upTo(let frame)) where frames <= frame:
            // Everything was copied before this write came, so it has started the log again.
            holdUps = 0
            state = .filling(until: threshold)
            return .nothing
        case (.copying(let pass), .upTo(let frame)):
            // Each pass leaves what arrived during it, so the rest shrinks while copying is faster than writing. Where it
            // is not, the writer must pay, or the log would have no bound.
            guard frames - frame > threshold / 8, pass < 4 else {
                state = .filling(until: threshold)
                return .finish
            }
            state = .copying(pass: pass + 1)
            return .copyInBackground
        }
    }

    /// The copying that ``Action/finish`` asked for has failed or could not copy everything.
    ///
    /// - Parameter isHeldBack: Whether it could not because someone reads the database.
    mutating func finishFailed(frames: Int, isHeldBack: Bool) {
        if isHeldBack { holdUps += 1 }
        state = .filling(until: frames + threshold)
    }

    /// The copying that ``Action/finish`` asked for has copied everything.
    mutating func finished() { holdUps = 0 }

    /// Makes the next commit or look try to copy a log that a reader holds back, however little it has grown since.
    mutating func tryAgain() {
        if holdUps > 0, case .filling = state { state = .filling(until: 1) }
    }

    /// What the other thread has done.
    enum Copied: Sendable, Equatable {
        /// Everything up to this frame is in the database file, synced.
        case upTo(Int)
        case failed
        /// The disk has failed: pages that count as copied may not be on it.
        case doubtful
        /// The database cannot take what is in the log: it is not what it was.
        case damaged(StorageError)
    }
}
