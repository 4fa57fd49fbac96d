import Foundation
import Journal
import Messages
import SQLiteJournal
import WireJSON
import WorkerClient

/// What the journal does with rows of orders, without a network.
struct JournalPieces {
    func time(_ watch: inout Stopwatch) throws {
        let directory = NSTemporaryDirectory() + "jangteo-pieces-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let levels = [Level(item: "mango", quantity: 1_000_000_000, version: 1)]
        let configuration = SQLiteJournalConfiguration(
            directory: directory,
            service: "juice",
            initialLevels: levels,
            balanceRule: BalanceRule(eventType: MessagePieces.record.type, delta: "delta")
        )
        let journal = try SQLiteJournal(opening: configuration)
        for size in [1, 256] {
            try watch.time("commit a row in a batch of \(size), synced", of: size) {
                try journal.commit(batch(of: size, after: journal.lastEntry, journal.lastSequence))
                return journal.lastEntry
            }
        }
    }

    private func batch(of size: Int, after entry: Int, _ sequence: Int) -> JournalBatch {
        var batch = JournalBatch(time: MessagePieces.record.time)
        var events = PendingEvents()
        for place in 1...size {
            let record = MessagePieces.record
            events.removeAll()
            events.append(type: record.type, subject: record.subject) { $0.raw(record.data) }
            events.items[0].sequence = sequence + place
            events.items[0].previousSequence = sequence + place - 1
            batch.append(
                number: entry + place,
                method: "juice.order",
                key: IdempotencyKey.make(),
                fingerprint: Array(repeating: 7, count: 32),
                result: MessagePieces.result,
                causationID: "3w5e11264sgsf-1234",
                events: events,
                isListed: true
            )
        }
        let quantity = 1_000_000_000 - 3 * (sequence + size)
        batch.levels = [
            Level(item: "mango", quantity: quantity, version: sequence + size + 1, sequence: sequence + size)
        ]
        return batch
    }
}
