import Journal
import Messages
import Platform

/// Batches of a shop with random orders, of every shape that a batch can have.
struct RandomBatches {
    private var random: SeededGenerator
    private var orders: Orders

    init(seed: UInt64, continuing journal: some Journal) throws {
        random = SeededGenerator(seed: seed)
        orders = try Orders(continuing: journal)
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func next(entries most: Int = 40) -> JournalBatch {
        orders.time += Int.random(in: 0...5_000, using: &random)
        var entries: [PlannedEntry] = []
        for _ in 0..<Int.random(in: 0...most, using: &random) { entries.append(entry()) }
        return orders.batch(entries)
    }

    private mutating func entry() -> PlannedEntry {
        let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            // Of what is not in the shop from the start there is little.
            chance(95) ? ["kiwi", "mango"].randomElement(using: &random) ?? "" : "귤-\(random.next() % 1_000)"
        }
        let key = chance(70) ? "key-\(UInt64.random(in: 0...UInt64.max, using: &random))" : nil
        var entry = orders.entry(items, key: key, method: chance(50) ? "juice.order" : "juice.주문", isListed: chance(30))
        if chance(20) { entry.causationID = nil }
        if chance(20) { entry.traceparent = nil }
        if chance(10) { entry.result = Array(#""\#(String(repeating: "긴 글", count: 3_000))""#.utf8) }
        if chance(5) { entry.result = [] }
        return entry
    }
}

extension MemoryJournal {
    /// A journal with the stock that orders are taken from.
    static func shop() -> MemoryJournal {
        MemoryJournal(name: "shop", initialLevels: Orders.start, Store.Retention())
    }
}
