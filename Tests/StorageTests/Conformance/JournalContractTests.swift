import Journal
import Messages
import Testing

/// What every journal promises.
@Suite(.timeLimit(.minutes(10)))
struct JournalContractTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: Store.all)
    func `a new store starts from the levels it was given`(_ store: Store) throws {
        let journal = try store.open(directory)
        #expect(try journal.loadLevels() == Orders.start)
        #expect(journal.lastEntry == 0 && journal.lastSequence == 0 && journal.firstSequence == 1)
        #expect(journal.epoch.utf8.count == 36 && journal.epoch == journal.epoch.lowercased())
        #expect(try journal.events(after: 0, limit: 10).isEmpty)
        #expect(try journal.entry(1) == nil)
    }

    @Test(arguments: Store.all)
    func `what was committed is there after opening again`(_ store: Store) throws {
        let first = try store.open(directory)
        var orders = try Orders(continuing: first)
        let entries = [
            orders.entry(["mango", "kiwi"], key: "a"), orders.entry([]), orders.entry(key: "b", isListed: true),
        ]
        try first.commit(orders.batch(entries))
        let epoch = first.epoch
        first.close()

        let second = try store.open(directory)
        #expect(second.epoch == epoch)
        #expect(second.lastEntry == 3 && second.lastSequence == 3 && second.firstSequence == 1)
        #expect(try second.loadLevels() == orders.levels.values.sorted { $0.item < $1.item })
        for entry in entries {
            let stored = try #require(try second.entry(entry.number))
            #expect(stored == JournalEntry(number: entry.number, method: entry.method, result: entry.result))
        }
        #expect(try second.storedReply(forKey: "b")?.sequence == 3)
        #expect(try second.events(after: 0, limit: 10) == entries.flatMap(\.events))
    }

    @Test(arguments: Store.all)
    func `bytes come back as they were`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        let data = #"{"delta":-2,"big":1e30,"zero":-0,"text":"\u0000\ud83d\udd11망고","empty":{}}"#
        let entry = orders.entry(key: "열쇠 \u{1F511} \"'%").with(
            fingerprint: (0..<32).map { UInt8($0) },
            result: (0...255).map { UInt8($0) }
        ) { $0[0].data = Array(data.utf8) }
        let entries = [entry]
        try journal.commit(orders.batch(entries))
        let stored = try #require(try journal.storedReply(forKey: "열쇠 \u{1F511} \"'%"))
        #expect(stored.result == entry.result && stored.fingerprint == entry.fingerprint)
        #expect(try journal.entry(1)?.result == entry.result)
        #expect(try journal.events(after: 0, limit: 1) == entry.events)
    }

    @Test(arguments: Store.all, ["\0", "a\0b", "\0\0z"])
    func `a text with NUL characters comes back whole`(_ store: Store, _ text: String) throws {
        var journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        let entry = orders.entry([text], key: text).with(causationID: text, traceparent: text) { events in
            events[0].data = Array(#"{"delta":50}"#.utf8)
            events[0].causationID = text
            events[0].traceparent = text
        }
        let entries = [entry]
        try journal.commit(orders.batch(entries))
        journal.close()
        journal = try store.open(directory)
        #expect(try journal.events(after: 0, limit: 1) == entry.events)
        #expect(try journal.loadLevels().map(\.item).contains(text))
        #expect(try journal.storedReply(forKey: text)?.number == 1)
        #expect(try journal.storedReply(forKey: String(text.prefix { $0 != "\0" })) == nil)
    }

    @Test(arguments: Store.all)
    func `the last time survives opening again and the pruning of every row`(_ store: Store) throws {
        let retention = Store.Retention(events: 0, keys: 0)
        var journal = try store.open(directory, retention)
        #expect(journal.lastTime == 0)
        var orders = try Orders(continuing: journal)
        for round in 1...2 {
            orders.time += 1_000
            try orders.commit(3, to: journal)
            #expect(journal.lastTime == orders.time)
            journal.close()
            journal = try store.open(directory, retention)
            #expect(journal.lastTime == orders.time)
            _ = try journal.prune(now: 0)
            #expect(journal.lastTime == orders.time && journal.firstSequence == 3 * round + 1)
            journal.close()
            journal = try store.open(directory, retention)
            #expect(journal.lastTime == orders.time)
        }
    }

    @Test(arguments: Store.all, [-1, Int.min, Int.max, (1 << 53) + 1])
    func `a number that could not be read back is not written`(_ store: Store, _ number: Int) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        var timeless = orders
        timeless.time = number
        let late = [timeless.entry()]
        #expect(throws: StorageError.self) { try journal.commit(timeless.batch(late)) }
        let entries = [orders.entry()]
        let changes: [(inout Level) -> Void] = [{ $0.quantity = number }, { $0.version = number }]
        for change in changes {
            var batch = orders.batch(entries)
            change(&batch.levels[0])
            let error = #expect(throws: StorageError.self) { try journal.commit(batch) }
            #expect(error?.code == .failing)
        }
        #expect(try journal.entry(1) == nil)
        try journal.commit(orders.batch(entries))
    }

    @Test(arguments: Store.all)
    func `an empty result is not a missing one`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        let entry = orders.entry(key: "").with(result: [])
        let entries = [entry]
        try journal.commit(orders.batch(entries))
        #expect(try journal.storedReply(forKey: "")?.result == [])
    }

    @Test(arguments: Store.all)
    func `a key finds its reply and no other key does`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        let entries = try orders.commit(20, to: journal)
        for entry in entries {
            let expected = StoredReply(
                number: entry.number,
                sequence: entry.number,
                fingerprint: entry.fingerprint,
                result: entry.result
            )
            #expect(try journal.storedReply(forKey: "key-\(entry.number)") == expected)
        }
        #expect(try journal.storedReply(forKey: "key-2 ") == nil)
        #expect(try journal.storedReply(forKey: "KEY-2") == nil)
        #expect(try journal.storedReply(forKey: "") == nil)
    }

    @Test(arguments: Store.all, [1, 5, 9, 33])
    func `a key is found whatever keys came before and after it`(_ store: Store, step: Int) throws {
        // Texts whose order by bytes is not the one by characters or code units, and one that begins another.
        let texts = [
            "", "0", "00", "Z", "a", "z", "\0", "z\0", "e\u{301}", "é", "가", "각", "\u{FFEE}", "\u{1F511}", "~",
            "0190b5a8-7f00-7000-8000-000000000000", "0190b5a8-7f01-7000-8000-000000000000",
        ]
        let all = texts + texts.map { "together " + $0 }
        // Their number has no divisor in common with a step, so each is taken once: upwards, downwards and across.
        #expect(all.count == 34)
        let keys = all.indices.map { all[$0 * step % all.count] }
        var journal = try store.open(directory)
        for (index, key) in keys.enumerated() {
            for (other, known) in keys.enumerated() {
                #expect(try journal.storedReply(forKey: known)?.number == (other < index ? other + 1 : nil))
            }
            var orders = try Orders(continuing: journal)
            let entry = orders.entry(key: key)
            try journal.commit(orders.batch([entry]))
            guard index % 5 == 4 else { continue }
            journal.close()
            journal = try store.open(directory)
        }
    }

    @Test(arguments: Store.all)
    func `look-ups see every commit before them`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        for number in 1...5 {
            #expect(try journal.storedReply(forKey: "key-\(number)") == nil)
            try orders.commit(to: journal)
            #expect(try journal.storedReply(forKey: "key-\(number)")?.number == number)
            #expect(try journal.loadLevels().last?.version == number + 1)
            #expect(try journal.storedReply(forKey: "key-\(number + 1)") == nil)
            #expect(try journal.events(after: 0, limit: 10).count == number)
        }
        #expect(try journal.storedReply(forKey: "key-1")?.number == 1)
        journal.close()
        let reopened = try store.open(directory)
        #expect(reopened.lastEntry == 5)
    }

    @Test(arguments: Store.all)
    func `a batch with a key that is stored leaves nothing behind`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        try orders.commit(to: journal)
        let levels = try journal.loadLevels()
        var attempt = orders
        let entries = [attempt.entry(key: "new"), attempt.entry(key: "key-1")]
        let batch = attempt.batch(entries)
        #expect(throws: StorageError.self) { try journal.commit(batch) }
        #expect(journal.lastEntry == 1 && journal.lastSequence == 1)
        #expect(try journal.loadLevels() == levels)
        #expect(try journal.storedReply(forKey: "new") == nil)
        #expect(try journal.events(after: 0, limit: 10).count == 1)
        try orders.commit(to: journal)
        #expect(journal.lastEntry == 2)
    }

    /// A change to a row after which it no longer continues the journal.
    enum Gap: CaseIterable {
        case number, sequence

        func apply(to entry: inout PlannedEntry) {
            switch self {
            case .number: entry.number += 1
            case .sequence: entry.events[0].sequence += 1
            }
        }
    }

    @Test(arguments: Store.all, Gap.allCases)
    func `a batch that does not continue the journal is refused`(_ store: Store, _ gap: Gap) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        var entries = [orders.entry(), orders.entry()]
        gap.apply(to: &entries[1])
        let batch = orders.batch(entries)
        let error = #expect(throws: StorageError.self) { try journal.commit(batch) }
        #expect(error?.code == .failing)
        #expect(journal.lastEntry == 0)
        #expect(try journal.entry(1) == nil)
    }

    @Test(arguments: Store.all)
    func `an item that is new gets its level from its first change`(_ store: Store) throws {
        let first = try store.open(directory)
        var orders = try Orders(continuing: first)
        let entries = [orders.entry(["papaya", "mango"])]
        try first.commit(orders.batch(entries))
        first.close()
        let second = try store.open(directory)
        let papaya = Level(item: "papaya", quantity: 50, version: 1, sequence: 1)
        #expect(try second.loadLevels().last == papaya)
    }

    @Test(arguments: Store.all)
    func `a closed journal refuses every call`(_ store: Store) throws {
        let journal = try store.open(directory)
        var orders = try Orders(continuing: journal)
        let entries = [orders.entry()]
        let batch = orders.batch(entries)
        journal.close()
        journal.close()
        let calls: [() throws -> Void] = [
            { try journal.commit(batch) }, { try journal.probe() }, { _ = try journal.loadLevels() },
            { _ = try journal.storedReply(forKey: "a") }, { _ = try journal.events(after: 0, limit: 1) },
            { _ = try journal.entry(1) }, { _ = try journal.entries(of: "a", before: nil, limit: 1) },
            { _ = try journal.prune(now: 0) },
        ]
        for call in calls {
            let error = #expect(throws: StorageError.self) { try call() }
            #expect(error?.code == .unavailable)
        }
    }
}
