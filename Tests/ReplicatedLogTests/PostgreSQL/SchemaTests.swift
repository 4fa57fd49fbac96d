import PostgreSQLLog
import ReplicatedLog
import Testing

/// The schema, and who may do what with it.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, PostgreSQLServer.comment), .timeLimit(.minutes(10)))
struct SchemaTests {
    private let server: PostgreSQLServer
    private let database: String

    init() throws {
        server = try PostgreSQLServer.shared()
        database = try server.makeDatabase()
    }

    @Test func `a database without the schema says so, and is used as soon as it has it`() async throws {
        try await withDatabase(server.connection(database)) { bench in
            let error = await #expect(throws: LogError.self) { try await bench.worker("a").bounds() }
            #expect(error?.code == .missingSchema)
            let outcome = try await migrate(server.connection(database))
            #expect(outcome.from == 0 && outcome.to == 1)
            while true {
                do { _ = try await bench.worker("a").bounds() } catch { continue }
                break
            }
        }
    }

    @Test func `migrating again changes nothing`() async throws {
        #expect(try await migrate(server.connection(database)).from == 0)
        try await withDatabase(server.connection(database)) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("x", at: 1, term: 1) == .appended)
            let outcome = try await migrate(server.connection(database))
            #expect(outcome.from == 1 && outcome.to == 1)
            #expect(try await a.bounds().last == 1)
        }
    }

    @Test func `of several that migrate at once one does it, and all succeed`() async throws {
        let outcomes = try await withThrowingTaskGroup(of: SchemaMigration.Outcome.self) { group in
            for _ in 0..<6 { group.addTask { try await migrate(server.connection(database)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.from).sorted() == [0, 1, 1, 1, 1, 1])
    }

    @Test func `a schema of a newer version is refused, by workers and by the migration`() async throws {
        _ = try await migrate(server.connection(database))
        try server.sql("INSERT INTO jangteo.schema_version (version) VALUES (99)", in: database)
        try await withDatabase(server.connection(database)) { bench in
            let error = await #expect(throws: LogError.self) { try await bench.worker("a").bounds() }
            #expect(error?.code == .newerSchema && error?.message.contains("99") == true)
        }
        let error = await #expect(throws: LogError.self) { try await migrate(server.connection(database)) }
        #expect(error?.code == .newerSchema)
        #expect(try server.sql("SELECT max(version) FROM jangteo.schema_version", in: database) == "99")
    }

    @Test func `a worker's role does all a worker does, and cannot change what was written`() async throws {
        let role = "worker \"\(database)\""
        let quoted = "\"worker \"\"\(database)\"\"\""
        try server.sql("CREATE ROLE \(quoted) LOGIN")
        _ = try await migrate(server.connection(database), grantingTo: role)
        let connection = server.connection(database, user: "'\(role)'")
        try await withDatabase(connection) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...3 { #expect(try await a.append("x", at: position, term: 1) == .appended) }
            guard case .granted = try await a.renew(term: 1) else { throw Unexpected() }
            let snapshot = try await a.snapshot(at: 3, [[1]])
            #expect(try await a.part(1, of: snapshot).bytes == [1])
            #expect(try await a.prune(before: 3) == .pruned(rows: 2, isMoreLeft: false))
            try await a.pruneSnapshots(keeping: 1)
            #expect(try await a.blob(a.put([1, 2])) == [1, 2])
            guard case .granted = try await a.release(term: 1) else { throw Unexpected() }
        }
        for forbidden in [
            "UPDATE jangteo.log SET payload = ''", "UPDATE jangteo.blob SET bytes = ''", "DELETE FROM jangteo.blob",
            "DELETE FROM jangteo.lease", "TRUNCATE jangteo.log", "DROP TABLE jangteo.log", "CREATE TABLE jangteo.x ()",
            "INSERT INTO jangteo.schema_version VALUES (2)",
        ] {
            #expect(throws: ProgramFailed.self) { try server.sql("SET ROLE \(quoted); \(forbidden)", in: database) }
        }
        // Who does not own the schema cannot migrate it either.
        try server.sql("DELETE FROM jangteo.schema_version", in: database)
        let error = await #expect(throws: LogError.self) { try await migrate(connection) }
        #expect(error?.code == .denied)
    }
}
