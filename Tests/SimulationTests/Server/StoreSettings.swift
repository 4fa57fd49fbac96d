import Messages

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// How the store of one history's service is kept.
struct StoreSettings {
    /// Pages in the log from which it is copied: few, so that this happens in a short history.
    let checkpointPages: Int
    /// Up to which size a start checks the store as a whole before it serves: in every second history it always trusts what
    /// the store says of itself, as with a large one.
    var wholeUpToBytes: Int { checkpointPages.isMultiple(of: 2) ? 0 : CheckScope.wholeUpToBytes }
    /// Each in half of the histories, and with both kinds of start.
    var checkpointWrites: CheckpointWrites { checkpointPages % 4 < 2 ? .plain : .portioned }
    /// `nil` for the usual retention.
    let retainedEvents: Int?
    /// In milliseconds.
    let keyRetention: Int?

    /// How often the service is asked what there is to tidy up, in milliseconds: as usual, or often enough for a short history.
    let maintenanceInterval: Int

    /// - Parameter prunes: Whether old rows are to be deleted during the history.
    init(_ random: inout SimulationRandom, prunes: Bool) {
        checkpointPages = random.int(4...60)
        retainedEvents = prunes ? random.int(1...20) : nil
        keyRetention = prunes ? Self.shortKeyRetention : nil
        maintenanceInterval = random.pick([500, 15_000, 15_000])
    }

    /// Longer than any call, so that no key is asked for that may have been forgotten.
    static let shortKeyRetention = 40_000
}
