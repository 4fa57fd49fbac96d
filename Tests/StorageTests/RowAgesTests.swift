import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// How old rows are is what a clock that only goes forward has counted, and nothing else.
@Suite(.timeLimit(.minutes(10)))
struct RowAgesTests {
    private static let week = 7 * 24 * 60 * 60 * 1_000
    private static let hour = 60 * 60 * 1_000

    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(boot: String? = "first boot", keys: Int = week) throws -> SQLiteJournal {
        var configuration = SQLiteJournalConfiguration(
            directory: directory.path,
            service: "juice",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        configuration.retainedEvents = 0
        configuration.keyRetention = keys
        configuration.boot = boot
        return try SQLiteJournal(opening: configuration)
    }

    /// Opens the store, prunes it at some readings of the clock, and closes it.
    ///
    /// - Returns: The first row that is left.
    @discardableResult
    private func live(in boot: String?, at readings: Int..., adding rows: Int = 0) throws -> Int {
        let journal = try open(boot: boot)
        defer { journal.close() }
        if rows > 0 {
            var orders = try Orders(continuing: journal)
            try orders.commit(rows, to: journal)
        }
        for reading in readings { _ = try journal.prune(now: reading) }
        return journal.firstSequence
    }

    private func meta(_ name: String) throws -> String? {
        let database = try Database(directory.file("juice.sqlite"), for: .writing)
        return try database.text("SELECT value FROM meta WHERE name = ?1", [.text(name)])
    }

    private func change(_ sql: String) throws {
        try Database(directory.file("juice.sqlite"), for: .writing).execute(sql)
    }

    @Test
    func `the times that rows carry make them neither old nor young`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        // The clock is put forward by a year, and back.
        for time in [orders.time, orders.time + 52 * Self.week, orders.time] {
            orders.time = time
            try orders.commit(10, to: journal)
        }
        _ = try journal.prune(now: 1_000)
        _ = try journal.prune(now: Self.week + 999)
        #expect(journal.firstSequence == 1)
        _ = try journal.prune(now: Self.week + 1_000)
        #expect(journal.firstSequence == 31)
    }

    @Test
    func `a row goes once it is old enough, and at most a sixteenth later`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        var written: [Int] = []
        var now = 5_000
        while written.count < 500 {
            written.append(now)
            try orders.commit(to: journal)
            // Four hours, which divides nothing here.
            now += 4 * Self.hour
            _ = try journal.prune(now: now)
            let first = journal.firstSequence
            for (row, time) in zip(1..., written) where row >= first - 1 {
                if row < first { #expect(now - time >= Self.week) }
                if row >= first { #expect(now - time < Self.week + Self.week / 16 + 8 * Self.hour) }
            }
        }
        #expect(journal.firstSequence > 400)
        journal.close()
        let marks = try #require(try meta("row_ages")).split(separator: " ")
        #expect(marks.count <= RowAges.marksPerRetention + 1)
    }

    @Test
    func `in the same boot the time between two lives counts`() throws {
        try live(in: "a", at: 1_000, adding: 10)
        #expect(try live(in: "a", at: Self.week + 999) == 1)
        #expect(try live(in: "a", at: Self.week + 1_000) == 11)
    }

    @Test
    func `between two boots no time counts`() throws {
        try live(in: "a", at: 1_000, 1_000 + Self.hour, adding: 10)
        // However far the clock of that boot has come.
        #expect(try live(in: "b", at: 52 * Self.week, 53 * Self.week - Self.hour - 1) == 1)
        #expect(try live(in: "b", at: 53 * Self.week - Self.hour) == 11)
    }

    @Test
    func `where no boot can be told only the time of each life counts`() throws {
        try live(in: nil, at: 1_000, 1_000 + Self.week - 2, adding: 10)
        #expect(try live(in: nil, at: 52 * Self.week, 52 * Self.week + 1) == 1)
        #expect(try live(in: nil, at: 52 * Self.week, 52 * Self.week + 2) == 11)
    }

    @Test
    func `what a life without a boot has counted is not counted again`() throws {
        try live(in: "a", at: 1_000, adding: 10)
        try live(in: nil, at: 0, Self.week / 2)
        #expect(try live(in: "a", at: 1_000 + Self.week / 2) == 1)
    }

    @Test
    func `a clock that goes back counts nothing, and then goes on`() throws {
        try live(in: "a", at: Self.hour, 0, Self.week - 1, adding: 10)
        #expect(try live(in: "a", at: Self.week - 1) == 1)
        #expect(try live(in: "a", at: Self.week) == 11)
    }

    @Test
    func `a machine that is cut off every evening lets keys go all the same`() throws {
        var first = 1
        var days = 0
        while first == 1, days < 100 {
            let journal = try open(boot: "day \(days)")
            if days == 0 {
                var orders = try Orders(continuing: journal)
                try orders.commit(10, to: journal)
            }
            // Eight hours of service, looked at every ten minutes.
            for minutes in stride(from: 0, through: 8 * 60, by: 10) { _ = try journal.prune(now: minutes * 60_000) }
            first = journal.firstSequence
            journal.drop(try journal.requireConnection())
            journal.close()
            days += 1
        }
        // 21 days of eight hours, and less than an hour lost of each.
        #expect((21...25).contains(days))
    }

    @Test
    func `a store of an older version begins to count with its last row`() throws {
        try live(in: "a", adding: 10)
        #expect(try meta("elapsed") == nil)
        #expect(try live(in: "a", at: 52 * Self.week) == 1)
        #expect(try meta("row_ages") == "0:10")
        #expect(try live(in: "a", at: 53 * Self.week) == 11)
    }

    @Test
    func `without a retention time all goes that was there`() throws {
        let journal = try open(keys: 0)
        var orders = try Orders(continuing: journal)
        for round in 1...3 {
            try orders.commit(10, to: journal)
            _ = try journal.prune(now: 0)
            #expect(journal.firstSequence == 10 * round + 1)
        }
    }

    @Test
    func `a store in which all is old or nothing is there is not written to`() throws {
        let journal = try open()
        let frames = try journal.requireConnection().framesInLog
        for reading in 0...100 { _ = try journal.prune(now: reading * Self.week) }
        #expect(try journal.requireConnection().framesInLog == frames)
        journal.close()
        try live(in: "a", at: 0, Self.week, 2 * Self.week, adding: 10)
        try live(in: "a", at: 2 * Self.week)
        let before = try directory.bytes(of: "juice.sqlite")
        try live(in: "a", at: 3 * Self.week, 4 * Self.week)
        #expect(try directory.bytes(of: "juice.sqlite") == before)
    }

    @Test
    func `what was counted is lost with a connection, and never counted twice`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        try orders.commit(10, to: journal)
        _ = try journal.prune(now: 0)
        for reading in 1..<8 {
            journal.drop(try journal.requireConnection())
            try journal.probe()
            _ = try journal.prune(now: reading * Self.week / 8)
            #expect(journal.firstSequence == 1)
        }
        _ = try journal.prune(now: Self.week)
        #expect(journal.firstSequence == 11)
    }

    @Test(
        arguments: [
            "value = -1 WHERE name = 'elapsed'", "value = 'x' WHERE name = 'elapsed'",
            "value = 3.5 WHERE name = 'elapsed'", "value = 9007199254740993 WHERE name = 'elapsed'",
            // Counted up to less than the newest mark.
            "value = 3 WHERE name = 'elapsed'", "value = '' WHERE name = 'elapsed_at'",
            "value = 'a' WHERE name = 'elapsed_at'", "value = 'a -1' WHERE name = 'elapsed_at'",
            "value = 7 WHERE name = 'elapsed_at'", "value = 'x' WHERE name = 'row_ages'",
            "value = '1:2:3' WHERE name = 'row_ages'", "value = '1:-2' WHERE name = 'row_ages'",
            "value = '0:5 1:4' WHERE name = 'row_ages'", "value = '5:4 4:5' WHERE name = 'row_ages'",
            "value = 7 WHERE name = 'row_ages'",
            // A row that is not there yet.
            "value = '0:31' WHERE name = 'row_ages'",
        ]
    )
    func `ages that cannot be are refused`(_ change: String) throws {
        try live(in: "a", at: 0, adding: 10)
        try live(in: "a", at: Self.week / 2, adding: 20)
        #expect(try meta("row_ages") == "0:10 \(Self.week / 2):30")
        try self.change("UPDATE meta SET \(change)")
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
        #expect(error?.message.contains("juice.sqlite is damaged") == true)
    }
}
