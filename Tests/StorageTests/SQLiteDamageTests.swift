import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A store that is not what we wrote is refused, says what to do, and stays as it is.
@Suite(.timeLimit(.minutes(10)))
struct SQLiteDamageTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(service: String = "juice") throws -> SQLiteJournal {
        let configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: service,
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        return try SQLiteJournal(opening: configuration)
    }

    /// Leaves a closed store; its first half was summed by an earlier start.
    private func makeStore(rows: Int = 40) throws {
        for _ in 0..<2 {
            let journal = try open()
            var orders = try Orders(continuing: journal)
            try orders.commit(rows / 2, to: journal)
            journal.close()
        }
    }

    private func change(_ sql: String) throws {
        try Database(directory.file("juice.sqlite"), for: .making).execute(sql)
    }

    @Test(
        arguments: [
            (Orders.balanceRule, true), (nil, false),
            (BalanceRule(eventType: "juice.stock.moved", delta: "delta"), false),
            (BalanceRule(eventType: "juice.stock.changed", delta: "quantity"), false),
        ] as [(BalanceRule?, Bool)]
    )
    func `levels are held to the rule of the service, and to no other`(_ rule: BalanceRule?, _ addsUp: Bool) throws {
        try makeStore()
        let configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: rule
        )
        let found: StorageError?
        do {
            try SQLiteJournal(opening: configuration).close()
            found = nil
        } catch {
            found = error
        }
        #expect(found?.code == (addsUp ? nil : .corrupt))
    }

    @Test(
        arguments: [
            "UPDATE level SET quantity = quantity + 1 WHERE item = 'mango'",
            "UPDATE level SET version = version + 1 WHERE item = 'mango'",
            "UPDATE level SET sequence = 39 WHERE item = 'mango'",
            "UPDATE level SET sequence = 40 WHERE item = 'kiwi'",
            "UPDATE level SET sequence = NULL WHERE item = 'mango'",
            "DELETE FROM level WHERE item = 'mango'",
            "DELETE FROM journal WHERE number = 1",
            "DELETE FROM journal WHERE number = 10",
            "DELETE FROM journal WHERE number = 30",
            "DELETE FROM journal WHERE number = 40",
            "DELETE FROM journal",
            "UPDATE journal SET events = replace(events, '\"delta\":-2', '\"delta\":-3') WHERE number = 30",
            "UPDATE journal SET events = replace(events, 'delta', 'other') WHERE number = 30",
            "UPDATE journal SET events = replace(events, 'mango', 'durian') WHERE number = 30",
            "UPDATE journal SET events = NULL WHERE number = 30",
            "UPDATE journal SET events = '[' WHERE number = 30",
            "UPDATE journal SET events = '{}' WHERE number = 30",
            "UPDATE journal SET events = '[{}]' WHERE number = 30",
            "UPDATE journal SET sequence = sequence + 1 WHERE number = 30",
            "UPDATE journal SET sequence = sequence + 1 WHERE number >= 30",
            "UPDATE meta SET value = 5 WHERE name = 'base_sequence'",
            "UPDATE meta SET value = 5 WHERE name = 'pruned_number'",
            "UPDATE meta SET value = 'x' WHERE name = 'base_number'",
            "DELETE FROM meta WHERE name = 'epoch'",
        ]
    )
    func `a store that does not add up is refused`(_ sql: String) throws {
        try makeStore()
        try change(sql)
        let before = try directory.bytes(of: "juice.sqlite")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("\(directory.path)/juice.sqlite is damaged") == true)
        #expect(error?.message.contains("Nothing was changed") == true)
        #expect(error?.message.contains("--restore-from") == true)
        #expect(try directory.bytes(of: "juice.sqlite") == before)
        #expect(!directory.has("juice.lock"))
    }

    @Test(
        arguments: [
            "meta SET value = # WHERE name = 'pruned_number'", "meta SET value = # WHERE name = 'pruned_sequence'",
            "meta SET value = # WHERE name = 'pruned_time'", "meta SET value = # WHERE name = 'base_number'",
            "meta SET value = # WHERE name = 'base_sequence'", "journal SET number = # WHERE number = 1",
            "journal SET number = # WHERE number = 40", "journal SET sequence = # WHERE number = 1",
            "journal SET sequence = # WHERE number = 20", "journal SET sequence = # WHERE number = 40",
            "journal SET time = # WHERE number = 40", "level SET quantity = #, base_quantity = # WHERE item = 'kiwi'",
            "level SET version = #, base_version = # WHERE item = 'kiwi'", "level SET quantity = #",
            "level SET base_quantity = #", "level SET version = #", "level SET base_version = #",
            "level SET sequence = #",
        ],
        [Int.min, -1, (1 << 53) + 1, Int.max]
    )
    func `a number outside of what is ever written is refused`(_ change: String, _ number: Int) throws {
        try makeStore()
        try self.change("UPDATE \(change.replacing("#", with: String(number)))")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
    }

    @Test
    func `numbers that turn wrong while the store is open are refused by every reader`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(3, to: journal)
        for number in [Int.min, Int.max] {
            try change(
                "UPDATE journal SET sequence = \(number), time = \(number); UPDATE level SET version = \(number)"
            )
            let calls: [() throws -> Void] = [
                { _ = try journal.events(after: 0, limit: 9) }, { _ = try journal.storedReply(forKey: "key-2") },
                { _ = try journal.loadLevels() }, { _ = try journal.prune(now: 0) },
            ]
            for call in calls {
                let error = #expect(throws: StorageError.self) { try call() }
                #expect(error?.code == .corrupt)
            }
        }
    }

    /// What can happen to the bytes of a file.
    enum Harm: CaseIterable {
        case otherFile, empty, halfGone, lastPageGone, oddLength, onlyHeader, pageOfNoise, rootOfNoise, headerOfNoise,
            zeros

        func apply(to bytes: inout [UInt8]) {
            var noise = SystemRandomNumberGenerator()
            func spoil(_ range: Range<Int>) {
                for index in range { bytes[index] = UInt8.random(in: 0...255, using: &noise) }
            }
            let page = 4_096
            switch self {
            case .otherFile: bytes = Array(repeating: UInt8(ascii: "x"), count: 10_000)
            case .empty: bytes = []
            case .halfGone: bytes.removeLast(bytes.count / page / 2 * page)
            case .lastPageGone: bytes.removeLast(page)
            case .oddLength: bytes.removeLast(1_000)
            case .onlyHeader: bytes.removeLast(bytes.count - page)
            case .pageOfNoise: spoil(bytes.count / page / 2 * page..<(bytes.count / page / 2 + 1) * page)
            case .rootOfNoise: spoil(page..<2 * page)
            case .headerOfNoise: spoil(0..<100)
            case .zeros: bytes = Array(repeating: 0, count: bytes.count)
            }
        }
    }

    @Test(arguments: Harm.allCases)
    func `a damaged file is refused`(_ harm: Harm) throws {
        try makeStore(rows: 2_000)
        var bytes = try directory.bytes(of: "juice.sqlite")
        harm.apply(to: &bytes)
        try directory.write(bytes, to: "juice.sqlite")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("juice.sqlite is damaged") == true)
        #expect(try directory.bytes(of: "juice.sqlite") == bytes)
    }

    @Test
    func `a log without its database is refused`() throws {
        try directory.write([1, 2, 3], to: "juice.sqlite-wal")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(!directory.has("juice.sqlite"))
    }

    @Test
    func `a creation that was cut short is started again`() throws {
        try directory.write(Array(repeating: 7, count: 5_000), to: "juice.sqlite.new")
        try directory.write(Array(repeating: 7, count: 5_000), to: "juice.sqlite.new-journal")
        let journal = try open()
        #expect(try journal.loadLevels() == Orders.start)
        #expect(!directory.has("juice.sqlite.new") && !directory.has("juice.sqlite.new-journal"))
    }

    @Test
    func `a database of another program is left alone`() throws {
        try change("CREATE TABLE notes(text)")
        let before = try directory.bytes(of: "juice.sqlite")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .foreign)
        #expect(try directory.bytes(of: "juice.sqlite") == before)
    }

    @Test(
        arguments: [
            "INSERT INTO grdb_migrations VALUES ('2 from the future')",
            "UPDATE meta SET value = 'market' WHERE name = 'service'",
        ]
    )
    func `a store of a newer version or another service is left alone`(_ sql: String) throws {
        try makeStore()
        try change(sql)
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .foreign)
    }
}
