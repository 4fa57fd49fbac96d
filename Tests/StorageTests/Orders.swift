import Journal
import Messages

/// Builds the entries of a shop that sells from its levels, continuing the numbers of a journal.
struct Orders {
    static let start = [
        Level(item: "kiwi", quantity: 1_000_000, version: 1), Level(item: "mango", quantity: 1_000_000, version: 1),
    ]

    static let balanceRule = BalanceRule(eventType: "juice.stock.changed", delta: "delta")

    private(set) var levels: [String: Level]
    private var number: Int
    private var sequence: Int
    var time = 1_700_000_000_000

    init(continuing journal: some Journal) throws {
        number = journal.lastEntry
        sequence = journal.lastSequence
        levels = Dictionary(uniqueKeysWithValues: try journal.loadLevels().map { ($0.item, $0) })
    }

    /// An entry with one change of stock per item named.
    mutating func entry(
        _ items: [String] = ["mango"],
        key: String? = nil,
        method: String = "juice.order",
        isListed: Bool = false
    ) -> PlannedEntry {
        number += 1
        let events = items.map { item in
            sequence += 1
            var level = levels[item] ?? Level(item: item, quantity: 0, version: 0)
            let previous = level.sequence
            let delta = level.version == 0 ? 50 : -2
            level.quantity += delta
            level.version += 1
            level.sequence = sequence
            levels[item] = level
            return EventRecord(
                sequence: sequence,
                previousSequence: previous,
                type: "juice.stock.changed",
                subject: item,
                time: time,
                causationID: "request-\(number)",
                traceparent: number.isMultiple(of: 2) ? "00-\(number)" : nil,
                data: Array(
                    #"{"fruit":"\#(item)","delta":\#(delta),"quantity":\#(level.quantity),"note":"망고 \n"}"#.utf8
                )
            )
        }
        return PlannedEntry(
            number: number,
            method: method,
            key: key,
            fingerprint: key == nil ? [] : Array(repeating: UInt8(truncatingIfNeeded: number), count: 32),
            result: Array(#"{"order":\#(number)}"#.utf8),
            causationID: "request-\(number)",
            traceparent: number.isMultiple(of: 2) ? "00-\(number)" : nil,
            events: events,
            isListed: isListed
        )
    }

    /// A batch of these entries with all levels as they are now: make the entries first, in a statement of their own.
    func batch(_ entries: [PlannedEntry]) -> JournalBatch {
        JournalBatch(entries: entries, levels: levels.values.sorted { $0.item < $1.item }, time: time)
    }

    /// Commits one batch of `count` orders for mango, each with a key of its own.
    @discardableResult
    mutating func commit(_ count: Int = 1, to journal: some Journal) throws -> [PlannedEntry] {
        let entries = (0..<count).map { _ in entry(key: "key-\(number + 1)") }
        try journal.commit(batch(entries))
        return entries
    }
}
