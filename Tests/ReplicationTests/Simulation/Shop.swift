import Journal
import Messages
import SQLiteJournal
import WireJSON

/// The writes of a small shop: each takes from a level, says so in an event, and may change a table of the shop's own.
enum Shop {
    static let epoch = "0190b5a8-7f00-7000-8000-00000000000e"

    /// One attempt at a write; what is repeated under the same key is another attempt.
    struct Attempt: Hashable {
        let key: String
        let number: Int

        var result: [UInt8] { Array(#"{"key":"\#(key)","attempt":\#(number)}"#.utf8) }
    }

    static func configuration(_ directory: String) -> SQLiteJournalConfiguration {
        var configuration = SQLiteJournalConfiguration(
            directory: directory,
            service: "shop",
            initialLevels: ["kiwi", "mango"].map { Level(item: $0, quantity: 10_000, version: 1) },
            balanceRule: BalanceRule(eventType: "shop.stock.changed", delta: "delta")
        )
        configuration.tables = TableSchema([
            .init("1 book", "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT")
        ])
        configuration.replicatedEpoch = epoch
        configuration.commitSync = .normal
        return configuration
    }

    /// Decides a write in a store: its tables are changed, and the batch says the rest.
    static func decide(_ attempt: Attempt, in store: SQLiteJournal, at time: Int) throws -> JournalBatch {
        let number = store.lastEntry + 1
        if attempt.number.isMultiple(of: 3) {
            try store.tables.attempt(onFailure: { $0 as any Error }) {
                try store.tables.change(
                    "INSERT OR REPLACE INTO book VALUES (?1, ?2)",
                    [.integer(attempt.number % 5), .text("\(attempt.number)")]
                )
            }
        }
        let item = attempt.number.isMultiple(of: 2) ? "kiwi" : "mango"
        var level = try store.level(of: item) ?? Level(item: item, quantity: 0, version: 0)
        var events = PendingEvents()
        events.append(type: "shop.stock.changed", subject: item) { $0.raw(Array(#"{"delta":-1}"#.utf8)) }
        events.items[0].sequence = store.lastSequence + 1
        events.items[0].previousSequence = level.sequence
        level.quantity -= 1
        level.version += 1
        level.sequence = store.lastSequence + 1
        var batch = JournalBatch(time: time)
        batch.levels = [level]
        batch.append(
            number: number,
            method: "shop.order",
            key: attempt.key,
            fingerprint: [UInt8](repeating: 1, count: 32),
            result: attempt.result,
            events: events
        )
        return batch
    }
}
