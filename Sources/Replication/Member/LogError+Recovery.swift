package import ReplicatedLog

extension LogError {
    /// Whether the worker goes on and tries again.
    ///
    /// What someone can set right at the engine while the worker runs, rights, certificates, space or its settings, is tried again. Where
    /// trying again could only do harm, or the worker itself has to be started differently, it stops.
    package var isWorthRepeating: Bool {
        switch code {
        case .unreachable, .lost, .timedOut, .denied, .untrusted, .missingSchema, .readOnly, .full, .overloaded,
            .notDurable, .failing:
            true
        case .misconfigured, .newerSchema, .unsupported, .damaged, .lostCommits, .outOfOrder, .invalid, .closed: false
        }
    }

    /// That the store does not say which row it has last.
    static func unknownRow(of stream: String, at position: Int) -> LogError {
        LogError(
            .damaged,
            "The store has rows of '\(stream)' up to \(position), and does not say which: it cannot be compared with the log"
        )
    }

    /// That a term follows a higher one.
    static func fallingTerm(of stream: String, at position: Int) -> LogError {
        LogError(.damaged, "Row \(position) of '\(stream)' has a lower term than the row before")
    }
}
