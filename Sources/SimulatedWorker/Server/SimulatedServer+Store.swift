internal import Journal
internal import Messages
package import SQLiteJournal

extension SimulatedServer {
    /// How its store is opened.
    ///
    /// - Parameter levels: What a new one starts with.
    func configuration(_ disk: SimulatedDisk, levels: [Level]) -> SQLiteJournalConfiguration {
        var configuration = SQLiteJournalConfiguration(
            directory: disk.directory,
            service: name.rawValue,
            initialLevels: levels,
            balanceRule: balanceRule
        )
        configuration.tables = tables
        configuration.checkpointPages = settings.checkpointPages
        configuration.checkpointWrites = settings.checkpointWrites
        if let events = settings.retainedEvents { configuration.retainedEvents = events }
        if let retention = settings.keyRetention { configuration.keyRetention = retention }
        configuration.copiesLogInline = true
        configuration.startsNewEpoch = startsNewEpoch
        if let bytes = settings.wholeUpToBytes { configuration.wholeUpToBytes = bytes }
        configuration.boot = "boot \(boots)"
        let epoch = Self.uuid(world.random.next())
        configuration.makeEpoch = { epoch }
        return configuration
    }

    private static func uuid(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return "00000000-0000-4000-\(padded.prefix(4))-\(padded.suffix(12))"
    }

    /// Opens its closed store, through the checks of an ordinary start.
    package func withClosedStore<Value>(_ body: (SQLiteJournal) throws -> Value) throws -> Value {
        guard let disk else { throw SimulationError("\(name.rawValue) keeps nothing") }
        startsNewEpoch = false
        let journal = try SQLiteJournal(opening: configuration(disk, levels: []))
        defer { journal.close() }
        return try body(journal)
    }
}
