/// Why a log did not do what it was asked to.
package struct LogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    package enum Code: Sendable, Hashable {
        /// No engine answers at any of its addresses.
        case unreachable
        /// The connection ended while the call was in progress; a call that changes something may have done so.
        case lost
        /// It took longer than it may.
        case timedOut
        /// What says where the engine is cannot be understood.
        case misconfigured
        /// The engine does not let this user in, or not do this.
        case denied
        /// The engine could not prove who it is, or did not accept our certificate.
        case untrusted
        /// The engine has no log, or one of an older version.
        case missingSchema
        /// The engine's log was made by a newer version of this program.
        case newerSchema
        /// The engine takes no writes: a standby, or set to read only.
        case readOnly
        /// The engine has no space left.
        case full
        /// The engine has no connection or memory to spare now.
        case overloaded
        /// The engine would not keep what it confirms.
        case notDurable
        /// The engine is too old, or lacks something that is needed.
        case unsupported
        /// Rows are missing, or are not what was written.
        case damaged
        /// What the engine had confirmed is gone.
        case lostCommits
        /// The position is not the one behind the last row.
        case outOfOrder
        /// The call itself cannot be right.
        case invalid
        /// The log was closed.
        case closed
        /// Something else, which the message tells.
        case failing
    }

    /// What a caller can act on.
    package let code: Code
    /// What happened, for people.
    package let message: String

    /// Creates an error; the message is a sentence without its full stop.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What to do about it.
    package var advice: String {
        switch code {
        case .unreachable:
            "Check that the database runs and that the address and port are right; it is tried again by itself"
        case .lost: "It is connected again by itself; ask again"
        case .timedOut: "Check the load of the database and who holds locks; it is tried again by itself"
        case .misconfigured: "Correct the connection string: postgresql://user@host1,host2/database"
        case .denied:
            "Check user, password, pg_hba.conf and the rights on the schema jangteo and the stream: gateway cluster init --grant"
        case .untrusted: "Check sslmode, sslrootcert, sslcert and the name in the server's certificate"
        case .missingSchema: "Create or migrate the schema jangteo as its owner: gateway cluster init"
        case .newerSchema: "Start a version of this program that is as new as the schema"
        case .readOnly:
            "Name all servers in the connection string, so that the one that takes writes is found; it is tried again by itself"
        case .full: "Make space where the database keeps its data; it is tried again by itself"
        case .overloaded:
            "Raise max_connections or the memory of the database, or use fewer clients; it is tried again by itself"
        case .notDurable:
            "Turn on fsync, and name the standbys in synchronous_standby_names, or accept with --accept-asynchronous that a"
                + " failover may lose writes; it goes on by itself when that is right"
        case .unsupported: "Use PostgreSQL 12 or newer"
        case .damaged:
            "Do not go on from here: restore the log from a backup of the database, or a worker from a snapshot behind that position"
        case .lostCommits:
            "The stream is halted: bring back what the database has lost, or go on without it by gateway cluster accept-loss"
        case .outOfOrder: "Read the log to its end first"
        case .invalid: "This is a mistake in the program; report it"
        case .closed: "Reopen the log"
        case .failing: "See the message, and the log of the database"
        }
    }

    /// What happened and what to do.
    package var description: String { "\(message). \(advice)." }
}

extension LogError {
    /// That rows are missing between others.
    static func hole(in stream: String, at position: Int) -> LogError {
        LogError(.damaged, "Row \(position) of '\(stream)' is missing between others")
    }

    /// That the log ends before what is known of it.
    package static func lostRows(of stream: String, after last: Int, known: Int) -> LogError {
        LogError(.lostCommits, "The log of '\(stream)' ends at \(last), and row \(known) was there before")
    }

    /// That the log has another row at a place than the store.
    package static func anotherRow(of stream: String, at position: Int) -> LogError {
        LogError(
            .lostCommits,
            "Row \(position) of the log of '\(stream)' is another than the one that this worker has: its store has rows, up to"
                + " \(position), that the log has lost"
        )
    }

    /// That the lease is older than what was given before.
    package static func lostLease(of stream: String, term: Int) -> LogError {
        LogError(.lostCommits, "The lease of '\(stream)' is older than term \(term), which was given before")
    }

    /// That a row was to be added at another place than the end.
    package static func outOfOrder(of stream: String, position: Int, last: Int) -> LogError {
        LogError(.outOfOrder, "Row \(position) of '\(stream)' cannot be added: the log ends at \(last)")
    }

    /// That a complete snapshot lacks a part: it was pruned meanwhile, or damaged.
    package static func missingPart(_ number: Int, of snapshot: Snapshot, in stream: String) -> LogError {
        LogError(.damaged, "Part \(number) of the snapshot of '\(stream)' at \(snapshot.position) is not there")
    }
}
