import CSQLite
import CSQLiteFileLayer
package import Journal

/// The SQLite that a whole process shares.
package enum SQLiteLibrary {
    /// Makes its settings, once.
    ///
    /// Where others have used SQLite before, it goes on counting memory, which is slower. A connection that copies a log finds out
    /// by itself whether it has the file layer: ``Database/writeCheckpoints(_:)``.
    package static let settings: Void = {
        _ = csqlite_stop_counting_memory()
        _ = csqlite_install_file_layer()
    }()

    /// The first version that knows strict tables (https://www.sqlite.org/stricttables.html).
    package static let oldest: Int32 = 3_037_000

    /// Refuses a library that cannot keep a store; the one that is linked may be older than the one that was built with.
    ///
    /// Versions from 3.7.0 to 3.51.2 may lose commits when one connection begins to copy a log at the moment in which another
    /// begins the log again (https://www.sqlite.org/wal.html#walresetbug). They are not refused, because
    /// ``WriteAheadLog`` never lets the two meet.
    package static func requireVersion(_ version: Int32 = sqlite3_libversion_number()) throws(StorageError) {
        guard version < oldest else { return }
        throw StorageError(.unavailable, "SQLite \(text(version)) is too old: \(text(oldest)) or a newer one is needed")
    }

    /// Refuses a library that cannot note the changes of a transaction; a replicated store needs that.
    ///
    /// Source: https://www.sqlite.org/sessionintro.html
    package static func requireSessions(
        _ isUsed: (String) -> Bool = { unsafe sqlite3_compileoption_used($0) != 0 }
    ) throws(StorageError) {
        guard !isUsed("ENABLE_SESSION") || !isUsed("ENABLE_PREUPDATE_HOOK") else { return }
        throw StorageError(
            .unavailable,
            "this SQLite was built without its session extension, which a replicated store needs: use one that has "
                + "ENABLE_SESSION and ENABLE_PREUPDATE_HOOK, as that of Debian and Ubuntu"
        )
    }

    /// A version as people write it; the number is explained at https://www.sqlite.org/c3ref/c_source_id.html.
    private static func text(_ version: Int32) -> String {
        "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
    }
}
