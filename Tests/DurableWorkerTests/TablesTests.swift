import DurableWorker
import Messages
import SimulatedWorker
import Testing

/// SQL from a caller, which no service should take; here it tries what an author may have written.
struct Statement: Message {
    var sql = ""

    init() {}
    init(_ sql: String) { self.sql = sql }

    mutating func members(_ members: inout Members) {
        members("sql", &sql, .text(bytes: 1...1_000), "A statement.")
    }
}

enum DeskAPI: ServiceAPI {
    static let name: ServiceName = "desk"
    static let summary = "Keeps papers."
    static let version = "1.0.0"
    static let change = WriteMethod("desk.change", "Changes.", params: Statement.self, result: Amount.self)
    static let read = ReadMethod("desk.read", "Reads.", params: Statement.self, result: Balance.self)
}

struct Desk: DurableService {
    typealias API = DeskAPI
    typealias State = Tables
    static var tables: [TableStep] { [TableStep("1", sql: "CREATE TABLE paper(id INTEGER PRIMARY KEY) STRICT")] }
    static var upgrades: [Upgrade<Tables>] {
        [Upgrade("1 the first paper") { tables, _ in tables.change("INSERT INTO paper VALUES (1)") }]
    }

    var methods: [DurableWorker.Method<Tables>] {
        On(API.change) { params, tables, _ in Amount(amount: tables.change(params.sql)) }
        On(API.read) { params, tables, _ in Balance(total: tables.rows(params.sql) { $0.integer(0) ?? 0 }[0]) }
    }
}

/// A desk whose next version takes the notes of the library away.
struct GreedyDesk: DurableService {
    typealias API = DeskAPI
    typealias State = Tables
    static var tables: [TableStep] { Desk.tables + [TableStep("2", sql: "DROP TABLE upgrade")] }
    static var upgrades: [Upgrade<Tables>] { Desk.upgrades }
    var methods: [DurableWorker.Method<Tables>] { Desk().methods }
}

@Suite struct TablesTests {
    private func refusal(_ desk: SimulatedWorker, _ sql: String) throws -> ErrorReason {
        try #require(throws: Refusal.self) { try desk.call(DeskAPI.change, Statement(sql)) }.reason
    }

    @Test(arguments: [
        "INSERT INTO paper VALUES (2); INSERT INTO paper VALUES (3)", "INSERT INTO paper VALUES (2); nonsense", "", ";",
        "-- nothing",
    ])
    func `a text that is not one statement is refused, and nothing of it is done`(sql: String) throws {
        let desk = try SimulatedWorker(Desk(), seed: 1)
        #expect(try refusal(desk, sql.isEmpty ? " " : sql) == .internal)
        #expect(try desk.call(DeskAPI.read, Statement("SELECT count(*) FROM paper")).total == 1)
        #expect(try desk.call(DeskAPI.change, Statement("INSERT INTO paper VALUES (2) ; \n")).amount == 1)
    }

    @Test(arguments: [
        "DELETE FROM upgrade", "INSERT INTO upgrade VALUES ('2')", "UPDATE \"Upgrade\" SET name = 'x'",
        "DELETE FROM journal", "DROP TABLE upgrade",
    ])
    func `a statement of a service leaves alone what the library keeps`(sql: String) throws {
        let desk = try SimulatedWorker(Desk(), seed: 2)
        #expect(try refusal(desk, sql) == .internal)
        try desk.losePower()
        try desk.start()
        #expect(try desk.call(DeskAPI.read, Statement("SELECT count(*) FROM paper")).total == 1)
        #expect(try desk.call(DeskAPI.read, Statement("SELECT count(*) FROM upgrade")).total == 1)
    }

    @Test func `a step of the tables leaves it alone, too`() {
        #expect(throws: (any Error).self) { try SimulatedWorker(GreedyDesk(), seed: 3) }
    }
}
