import Journal
import Messages
import SQLiteJournal
import SimulatedWorker

/// Everything that a service's store has held, by the life of its stream, also what was pruned or restored away.
struct StoreHistory {
    /// One life of the stream, from its first row on.
    struct Lineage {
        var rows: [JournalRow] = []

        /// The last event.
        var lastSequence: Int { rows.last?.sequence ?? 0 }
    }

    /// Lives that have ended and the present one, in the order of their beginning.
    private(set) var epochs: [String] = []
    private var lineages: [String: Lineage] = [:]
    /// The first rows of the present store, among them all that it no longer has.
    var pruned: [JournalRow] = []

    subscript(_ epoch: String) -> Lineage? { lineages[epoch] }

    /// The present life.
    var last: Lineage { epochs.last.flatMap { lineages[$0] } ?? Lineage() }

    /// Takes down all rows of an open store.
    mutating func record(_ journal: SQLiteJournal) throws {
        let epoch = journal.epoch
        if lineages[epoch] == nil { epochs.append(epoch) }
        lineages[epoch] = Lineage(rows: pruned + (try JournalRow.read(journal, after: pruned.last?.number ?? 0)))
    }

    /// Keeps the rows that an open store is about to delete.
    mutating func keep(_ journal: SQLiteJournal) throws {
        pruned += try JournalRow.read(journal, after: pruned.last?.number ?? 0)
    }
}

/// Those of a suite's stores.
final class StoreHistories {
    private var histories: [ServiceName: StoreHistory] = [:]

    /// Everything that a service's store has held; nothing for one without a store.
    subscript(_ service: ServiceName) -> StoreHistory {
        get { histories[service] ?? StoreHistory() }
        set { histories[service] = newValue }
    }

    /// Reads all rows of a closed store, through the checks of an ordinary start.
    func record(_ server: SuiteServer) throws {
        try server.withClosedStore { try self[server.name].record($0) }
    }
}
