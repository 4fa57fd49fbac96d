import Journal
import Messages
import Testing

/// Events after a position, listed entries, and what pruning leaves of both.
@Suite(.timeLimit(.minutes(10)))
struct JournalReplayTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Commits rows with 0 to 3 events in runs of different lengths, rows without events in between.
    private func fill(_ journal: some Journal, rows: Int) throws -> [PlannedEntry] {
        var orders = try Orders(continuing: journal)
        let patterns: [[String]] = [[], ["mango"], [], [], ["kiwi", "mango"], ["mango", "kiwi", "mango"], []]
        let entries = (0..<rows).map { index in
            orders.entry(patterns[index * index % patterns.count], method: "m.\(index % 3)", isListed: index % 5 == 0)
        }
        try journal.commit(orders.batch(entries))
        return entries
    }

    @Test(arguments: Store.all)
    func `what a batch says of its events is what is read of them later`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        let entries = [
            orders.entry(["mango", "kiwi"], key: "망고"), orders.entry([]), orders.entry(["kiwi"]),
            orders.entry(["mango"]).with(traceparent: "00-ab") { $0[0].data = Array("null".utf8) },
        ]
        let batch = orders.batch(entries)
        var told: [EventRecord] = []
        batch.forEachRecord { told.append($0) }
        #expect(told.map(\.sequence) == [1, 2, 3, 4])
        #expect(told.map(\.data) == entries.flatMap(\.events).map(\.data))
        try journal.commit(batch)
        #expect(try journal.events(after: 0, limit: 10) == told)
    }

    @Test(arguments: Store.all)
    func `a batch that was very large is as good as new when it is emptied`(_ store: Store) throws {
        let journal = try store.open(directory)
        var batch = JournalBatch(time: 1)
        for _ in 0..<30 { batch.append(number: 1, method: "m", result: Array(repeating: 0x20, count: 100_000)) }
        batch.removeAll()
        batch.append(number: 1, method: "m", key: "", result: [])
        try journal.commit(batch)
        #expect(try journal.entry(1)?.result == [])
        #expect(try journal.storedReply(forKey: "")?.number == 1)
    }

    @Test(arguments: Store.all)
    func `events follow every position without a gap`(_ store: Store) throws {
        let journal = try store.open(directory)
        let events = try fill(journal, rows: 200).flatMap(\.events)
        #expect(journal.lastSequence == events.count)
        for position in 0...events.count {
            for limit in [1, 2, 3, 7, 1_000] {
                let expected = Array(events.dropFirst(position).prefix(limit))
                #expect(try journal.events(after: position, limit: limit) == expected)
            }
        }
    }

    @Test(arguments: Store.all)
    func `positions outside of the stream give nothing`(_ store: Store) throws {
        let journal = try store.open(directory)
        _ = try fill(journal, rows: 10)
        for position in [-1, Int.min, journal.lastSequence, Int.max] {
            #expect(try journal.events(after: position, limit: 10).isEmpty)
        }
        for limit in [0, -1] { #expect(try journal.events(after: 0, limit: limit).isEmpty) }
    }

    @Test(arguments: Store.all)
    func `listed entries come newest first in pages`(_ store: Store) throws {
        let journal = try store.open(directory)
        let entries = try fill(journal, rows: 100)
        for method in ["m.0", "m.1", "m.2", "other"] {
            let expected = entries.filter { $0.isListed && $0.method == method }.map(\.number).reversed()
            var found: [Int] = []
            while true {
                let page = try journal.entries(of: method, before: found.last, limit: 3).map(\.number)
                #expect(page.count <= 3)
                guard !page.isEmpty else { break }
                found += page
            }
            #expect(found == Array(expected))
        }
        #expect(try journal.entries(of: "m.0", before: nil, limit: -1).isEmpty)
    }

    @Test(arguments: Store.all)
    func `pruning keeps the retained events and young keys`(_ store: Store) throws {
        let journal = try store.open(directory, Store.Retention(events: 10, keys: 1_000))
        var orders = try Orders(continuing: journal)
        try orders.commit(30, to: journal)
        for now in [5_000, 5_999] { #expect(try !journal.prune(now: now)) }
        #expect(journal.firstSequence == 1)
        for now in [6_000, 6_000] { #expect(try !journal.prune(now: now)) }
        #expect(journal.firstSequence == 21 && journal.lastSequence == 30 && journal.lastEntry == 30)
        #expect(try journal.events(after: 19, limit: 100).isEmpty)
        #expect(try journal.events(after: 20, limit: 100).map(\.sequence) == Array(21...30))
        #expect(try journal.events(after: 24, limit: 2).map(\.sequence) == [25, 26])
        #expect(try journal.storedReply(forKey: "key-20") == nil)
        #expect(try journal.storedReply(forKey: "key-21") != nil)
        #expect(try journal.entry(20) == nil)
    }

    @Test(arguments: Store.all)
    func `one call of prune takes at most a thousand rows`(_ store: Store) throws {
        let journal = try store.open(directory, Store.Retention(events: 0, keys: 0))
        var orders = try Orders(continuing: journal)
        try orders.commit(2_100, to: journal)
        var positions: [Int] = []
        let isThereMore = try (0..<4).map { _ in
            defer { positions.append(journal.firstSequence) }
            return try journal.prune(now: 0)
        }
        #expect(positions == [1_001, 2_001, 2_101, 2_101])
        #expect(isThereMore == [true, true, false, false])
    }

    @Test(arguments: Store.all)
    func `a pruned journal still adds up and continues its numbers`(_ store: Store) throws {
        let retention = Store.Retention(events: 3, keys: 0)
        var journal = try store.open(directory, retention)
        var orders = try Orders(continuing: journal)
        for round in 1...4 {
            // Pruned before the next start, while the sums still begin at the last one.
            try orders.commit(10, to: journal)
            let first = journal.firstSequence
            _ = try journal.prune(now: 0)
            #expect(journal.firstSequence > first)
            try orders.commit(2, to: journal)
            journal.close()
            journal = try store.open(directory, retention)
            #expect(journal.lastEntry == 12 * round && journal.lastSequence == 12 * round)
            #expect(try journal.loadLevels() == orders.levels.values.sorted { $0.item < $1.item })
        }
    }

    @Test(arguments: Store.all)
    func `rows without events are pruned by their age alone`(_ store: Store) throws {
        var journal = try store.open(directory, Store.Retention(events: 10, keys: 1_000))
        var orders = try Orders(continuing: journal)
        let entries = [orders.entry([]), orders.entry([])]
        try journal.commit(orders.batch(entries))
        for now in [5_000, 6_000] { _ = try journal.prune(now: now) }
        #expect(try journal.entry(1) == nil && journal.entry(2) == nil)
        journal.close()
        journal = try store.open(directory)
        #expect(journal.lastEntry == 2)
        let last = [orders.entry()]
        try journal.commit(orders.batch(last))
        #expect(journal.firstSequence == 1 && journal.lastEntry == 3)
    }

    @Test(arguments: Store.all)
    func `a probe writes nothing anybody can see`(_ store: Store) throws {
        let journal = try store.open(directory)
        _ = try fill(journal, rows: 10)
        let levels = try journal.loadLevels()
        let position = (journal.lastEntry, journal.lastSequence)
        try journal.probe()
        #expect((journal.lastEntry, journal.lastSequence) == position)
        #expect(try journal.loadLevels() == levels)
    }
}
