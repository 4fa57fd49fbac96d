package import SQLiteJournal

/// How the store of one history's service is kept.
package struct StoreSettings {
    /// Pages in the log from which it is copied.
    package private(set) var checkpointPages = 4_000
    /// How the log is then written into the database.
    package private(set) var checkpointWrites = CheckpointWrites.portioned
    /// Up to which size a start checks the store as a whole before it serves; `nil` for the usual size.
    package private(set) var wholeUpToBytes: Int?
    /// How many events are kept; `nil` for the usual number.
    package private(set) var retainedEvents: Int?
    /// How long keys are remembered, in milliseconds; `nil` for the usual time.
    package private(set) var keyRetention: Int?
    /// How often the service is asked what there is to tidy up, in milliseconds.
    package private(set) var maintenanceInterval = 10_000

    /// As usual.
    package init() {}

    /// So that much happens in a short history.
    ///
    /// - Parameters:
    ///   - random: What is left to chance: each way of copying in half of the histories, and with both kinds of start.
    ///   - prunes: Whether old rows are to be deleted during the history.
    package init(_ random: inout SimulationRandom, prunes: Bool) {
        checkpointPages = random.int(4...60)
        checkpointWrites = checkpointPages % 4 < 2 ? .plain : .portioned
        // In every second history a start trusts what the store says of itself, as with a large one.
        if checkpointPages.isMultiple(of: 2) { wholeUpToBytes = 0 }
        retainedEvents = prunes ? random.int(1...20) : nil
        keyRetention = prunes ? Self.shortKeyRetention : nil
        maintenanceInterval = random.pick([500, 15_000, 15_000])
    }

    /// Longer than any call, so that no key is asked for that may have been forgotten.
    package static let shortKeyRetention = 40_000
}
