import SQLite

/// How what is copied from the write-ahead log is written into the database.
///
/// Only speed depends on it: either way all of it is synced before anybody reads it from the database.
package enum CheckpointWrites: String, Sendable, CaseIterable {
    /// With room made for many pages at once, and during commits a portion at a time, so that their syncs wait for no more.
    case portioned
    /// Page by page, as SQLite does, for the sync at the end.
    case plain

    /// For a connection that copies while another one commits.
    var besideCommits: Database.CheckpointWriting {
        switch self {
        case .portioned: .portioned
        case .plain: .plain
        }
    }

    /// For a connection that commits, and copies between two commits: nobody's sync comes meanwhile.
    var betweenCommits: Database.CheckpointWriting {
        switch self {
        case .portioned: .withRoom
        case .plain: .plain
        }
    }
}
