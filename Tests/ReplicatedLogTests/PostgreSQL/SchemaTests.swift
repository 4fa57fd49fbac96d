import ReplicatedLog
import Testing

@testable import PostgreSQLLog

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
            #expect(outcome.from == 0 && outcome.to == Schema.version)
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
            #expect(outcome.from == Schema.version && outcome.to == Schema.version)
            #expect(try await a.bounds().last == 1)
        }
    }

    @Test func `of several that migrate at once one does it, and all succeed`() async throws {
        let outcomes = try await withThrowingTaskGroup(of: SchemaMigration.Outcome.self) { group in
            for _ in 0..<6 { group.addTask { try await migrate(server.connection(database)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.map(\.from).sorted() == [0] + Array(repeating: Schema.version, count: 5))
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

    @Test func `a role writes its own streams, and neither sees nor changes those of others`() async throws {
        let (ours, theirs) = ("ours_\(database)", "theirs_\(database)")
        for role in [ours, theirs] { try server.sql("CREATE ROLE \(role) LOGIN") }
        let connection = server.connection(database)
        _ = try await migrate(connection, grantingTo: theirs, for: ["market"])
        try await withDatabase(server.connection(database, user: ours)) { bench in
            _ = try await migrate(connection, grantingTo: ours, for: [bench.stream, "another"])
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...3 { #expect(try await a.append("x", at: position, term: 1) == .appended) }
            let snapshot = try await a.snapshot(at: 2, [[1]])
            #expect(try await a.part(1, of: snapshot).bytes == [1])
        }
        try await withDatabase(server.connection(database, user: theirs)) { (bench) async throws in
            let error = await #expect(throws: LogError.self) { try await bench.worker("b").takeOver() }
            #expect(error?.code == .denied)
        }
        #expect(try server.sql("SET ROLE \(theirs); SELECT count(*) FROM jangteo.log", in: database) == "0")
        // Of a stream of its own a role deletes what a snapshot has, and no more; of another nothing.
        try server.sql("SET ROLE \(ours); DELETE FROM jangteo.log", in: database)
        #expect(try server.sql("SELECT position FROM jangteo.log", in: database) == "3")
        for table in ["log", "lease", "snapshot", "snapshot_part", "stream"] {
            let change = table == "lease" ? "UPDATE jangteo.lease SET term = 99" : "DELETE FROM jangteo.\(table)"
            let right = table == "stream" ? "SELECT 1 FROM jangteo.stream" : change
            try server.sql("SET ROLE \(theirs); \(right)", in: database)
        }
        #expect(try server.sql("SELECT term FROM jangteo.lease", in: database) == "1")
        #expect(try server.sql("SELECT count(*) FROM jangteo.snapshot_part", in: database) == "1")
        // All of them, when nothing is said.
        _ = try await migrate(connection, grantingTo: theirs)
        #expect(try server.sql("SET ROLE \(theirs); SELECT count(*) FROM jangteo.log", in: database) == "1")
    }

    @Test func `a blob under another's hash is refused by the database`() async throws {
        _ = try await migrate(server.connection(database))
        #expect(throws: ProgramFailed.self) {
            try server.sql("INSERT INTO jangteo.blob VALUES (sha256('one'), 'other')", in: database)
        }
        try server.sql("INSERT INTO jangteo.blob VALUES (sha256('one'), 'one')", in: database)
    }

    @Test func `a role from before an upgrade writes all streams after it, and old blobs stay`() async throws {
        let role = "old_\(database)"
        try server.sql("CREATE ROLE \(role) LOGIN")
        let first = Schema.steps[0]
        try server.sql(
            """
            CREATE SCHEMA jangteo; CREATE TABLE jangteo.schema_version (version int8 PRIMARY KEY,
                applied timestamptz NOT NULL DEFAULT clock_timestamp()); INSERT INTO jangteo.schema_version VALUES (1);
            \(first) INSERT INTO jangteo.blob VALUES ('old', 'damaged');
            GRANT USAGE ON SCHEMA jangteo TO \(role); GRANT SELECT ON jangteo.schema_version TO \(role);
            GRANT SELECT, INSERT ON jangteo.stream TO \(role);
            GRANT SELECT, INSERT, DELETE ON jangteo.log, jangteo.snapshot, jangteo.snapshot_part TO \(role);
            GRANT SELECT, INSERT, UPDATE ON jangteo.lease TO \(role); GRANT SELECT, INSERT ON jangteo.blob TO \(role);
            """,
            in: database
        )
        #expect(try await migrate(server.connection(database)).from == 1)
        try await withDatabase(server.connection(database, user: role)) { (bench) async throws in
            #expect(try await bench.worker("a").takeOver() == 1)
            #expect(try await bench.worker("a").append("x", at: 1, term: 1) == .appended)
        }
        let isValid = "SELECT convalidated FROM pg_constraint WHERE conname = 'blob_hash'"
        #expect(try server.sql(isValid, in: database) == "f")
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
