/// When a commit is on the disk.
///
/// Source: https://www.sqlite.org/pragma.html#pragma_synchronous
package enum CommitSync: Int, Sendable, CaseIterable {
    /// Some time later, in the order of the commits: a loss of power takes the newest ones, and never the file.
    ///
    /// For a store whose truth is elsewhere, in a replicated log.
    case normal = 1
    /// When it returns.
    case full = 2

    /// What SQLite calls it.
    var name: String {
        switch self {
        case .normal: "NORMAL"
        case .full: "FULL"
        }
    }
}
