import Foundation
import Messages
import Storage
import WorkerClient

/// What the journal does with rows of orders, without a network.
struct JournalPieces {
    func time(_ watch: inout Stopwatch) throws {
        let directory = NSTemporaryDirectory() + "jangteo-pieces-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let levels = [Level(item: "mango", quantity: 1_000_000_000, version: 1)]
        let configuration = SQLiteJournalConfiguration(directory: directory, service: "juice", initialLevels: levels)
        let journal = try SQLiteJournal(opening: configuration)
        for size in [1, 256] {
            try watch.time("commit a row in a batch of \(size), synced", of: size) {
                try journal.commit(batch(of: size, after: journal.lastEntry, journal.lastSequence))
                return journal.lastEntry
            }
        }
    }

    private func batch(of size: Int, after entry: Int, _ sequence: Int) -> JournalBatch {
        let entries = (1...size).map { place in
            var record = MessagePieces.record
            record.sequence = sequence + place
            record.previousSequence = sequence + place - 1
            return PendingEntry(
                number: entry + place,
                method: "juice.order",
                key: IdempotencyKey.make(),
                fingerprint: Array(repeating: 7, count: 32),
                result: MessagePieces.result,
                causationID: "3w5e11264sgsf-1234",
                events: [record],
                isListed: true
            )
        }
        let quantity = 1_000_000_000 - 3 * (sequence + size)
        let level = Level(item: "mango", quantity: quantity, version: sequence + size + 1, sequence: sequence + size)
        return JournalBatch(entries: entries, levels: [level], time: MessagePieces.record.time)
    }
}
