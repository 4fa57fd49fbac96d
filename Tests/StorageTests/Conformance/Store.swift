import Journal
import SQLiteJournal
import Testing

/// An implementation of `Journal`, so that every test of the contract runs on each of them.
struct Store: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Opens the store in a directory, making it when it is new.
    var open: @Sendable (TemporaryDirectory, Retention) throws -> any Journal

    struct Retention: Sendable {
        var events = 10_000_000
        var keys = 7 * 24 * 60 * 60 * 1_000
    }

    /// Another implementation joins the contract's tests by being added here.
    static let all = [
        Store(testDescription: "SQLite") { directory, retention in
            var configuration = SQLiteJournalConfiguration(
                directory: directory.path,
                service: "juice",
                initialLevels: Orders.start,
                balanceRule: Orders.balanceRule
            )
            configuration.retainedEvents = retention.events
            configuration.keyRetention = retention.keys
            return try SQLiteJournal(opening: configuration)
        },
        Store(testDescription: "memory") { directory, retention in
            MemoryJournal(name: directory.path, initialLevels: Orders.start, retention)
        },
    ]

    func open(_ directory: TemporaryDirectory) throws -> any Journal { try open(directory, Retention()) }
}
