/// Of what a commit of this log waits for, whatever the server, the database, the role or a pool is set to meanwhile.
///
/// `synchronous_commit` is a setting of each transaction, read when it commits: a statement that sets it for its own
/// transaction decides for itself, also over a pool that gives it another session each time. What is set to wait for more stays so.
package enum DurabilityPin: Sendable, Hashable {
    /// The disk of the server, and of the standbys in `synchronous_standby_names`.
    case strict
    /// At least the disk of the server: `--accept-asynchronous`.
    case acceptingAsynchronous

    /// The least `synchronous_commit` that keeps the promise.
    var level: String {
        switch self {
        case .strict: "on"
        case .acceptingAsynchronous: "local"
        }
    }

    /// Pins the session: selects the `level` that it has then, of one row.
    ///
    /// - Parameter parameter: Where the statement has ``level``.
    static func session(atLeast parameter: String) -> String { sql(atLeast: parameter, isForTransaction: false) }

    /// The beginning of a statement that commits for itself, whose other parts have to take the one row of `pinned`.
    ///
    /// - Parameter parameter: Where the statement has ``level``.
    static func transaction(atLeast parameter: String) -> String {
        "WITH pinned AS MATERIALIZED (\(sql(atLeast: parameter, isForTransaction: true)))"
    }

    private static func sql(atLeast parameter: String, isForTransaction: Bool) -> String {
        """
        SELECT set_config('synchronous_commit', levels[greatest(array_position(levels, \(parameter)::text),
            array_position(levels, current_setting('synchronous_commit')))], \(isForTransaction)) AS level
        FROM (SELECT '{off,local,remote_write,on,remote_apply}'::text[] AS levels) l
        """
    }
}
