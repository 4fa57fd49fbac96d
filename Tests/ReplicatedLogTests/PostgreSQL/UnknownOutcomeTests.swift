import PostgreSQLLog
import ReplicatedLog
import Synchronization
import Testing

/// Appends whose connection ends while they are under way: whether they were applied is found out, both ways.
///
/// Each has a server of its own. A lock on the table keeps an append from being applied; a standby that does not exist keeps
/// one that is applied from being confirmed.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, PostgreSQLServer.comment), .serialized, .timeLimit(.minutes(10)))
struct UnknownOutcomeTests {
    /// How the connection ends.
    enum End: CaseIterable { case terminated, crashed }

    @Test(arguments: End.allCases)
    func `an append that the server had not applied`(_ end: End) async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("one", at: 1, term: 1) == .appended)
            let blocker = try await holdLock(server, database)
            async let outcome = a.append("two", at: 2, term: 1)
            try await server.waitForBackend(waitingFor: "Lock", in: database)
            try await self.end(end, server, database)
            guard case .unknown = try await outcome else { throw Unexpected() }
            blocker.end()
            guard case .notApplied(let lease) = try await resolve(a, at: 2) else { throw Unexpected() }
            #expect(lease.term >= 2 && lease.holder?.writer == "a")
            #expect(try await a.append("two again", at: 2, term: lease.term) == .appended)
            #expect(try await a.rows().map(\.term) == [1, lease.term])
        }
    }

    @Test(arguments: End.allCases)
    func `an append that the server had applied and not confirmed`(_ end: End) async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            try await server.set("synchronous_standby_names", to: "nobody")
            async let outcome = a.append("one", at: 1, term: 1)
            try await server.waitForBackend(waitingFor: "IPC", in: database)
            try await self.end(end, server, database)
            guard case .unknown = try await outcome else { throw Unexpected() }
            try await server.set("synchronous_standby_names", to: nil)
            guard case .applied(let lease) = try await resolve(a, at: 1) else { throw Unexpected() }
            #expect(try await a.append("two", at: 2, term: lease.term) == .appended)
            #expect(try await a.rows().map { String(decoding: $0.payload.body, as: UTF8.self) } == ["one", "two"])
        }
    }

    @Test func `a commit that was told not to wait for its standby any longer is not a success`() async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            try await server.set("synchronous_standby_names", to: "nobody")
            async let outcome = a.append("one", at: 1, term: 1)
            try await server.waitForBackend(waitingFor: "IPC", in: database)
            try server.sql(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)' AND wait_event_type = 'IPC'"
            )
            guard case .unknown = try await outcome else { throw Unexpected() }
            try await server.set("synchronous_standby_names", to: nil)
            guard case .applied = try await resolve(a, at: 1) else { throw Unexpected() }
        }
    }

    @Test func `a warning of something else leaves a commit what it is, and is told`() async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            try server.sql(
                """
                CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    RAISE WARNING 'transaction numbers run out'; RETURN NEW; END $$;
                CREATE TRIGGER warn BEFORE INSERT ON jangteo.log FOR EACH ROW EXECUTE FUNCTION warn();
                CREATE TRIGGER warn BEFORE UPDATE ON jangteo.lease FOR EACH ROW EXECUTE FUNCTION warn();
                """,
                in: database
            )
            let told = Told()
            try await bench.run("a") { log in (log as? PostgreSQLLog)?.onWarning = { told.add($0) } }
            #expect(try await a.append("one", at: 1, term: 1) == .appended)
            #expect(told.texts == ["transaction numbers run out"])
            guard case .granted = try await a.renew(term: 1) else { throw Unexpected() }
            #expect(told.texts.count == 2)
            // The other kind is still told apart, from the same statement.
            try await server.set("synchronous_standby_names", to: "nobody")
            async let outcome = a.append("two", at: 2, term: 1)
            try await server.waitForBackend(waitingFor: "IPC", in: database)
            try server.sql(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)' AND wait_event_type = 'IPC'"
            )
            guard case .unknown = try await outcome else { throw Unexpected() }
        }
    }

    @Test func `an append that waits for a connection is taken back, and not done`() async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("one", at: 1, term: 1) == .appended)
            #expect(try await bench.run("a") { log in log.withdrawAppend() } == false)
            let blocker = try await holdLock(server, database)
            async let first = a.append("two", at: 2, term: 1)
            try await server.waitForBackend(waitingFor: "Lock", in: database)
            async let second = a.append("three", at: 3, term: 1)
            // Behind the first on the same connection, until it is taken back; the first was sent and is not.
            while try await bench.run("a", { log in log.withdrawAppend() }) == false { await Task.yield() }
            guard case .failed = try await second else { throw Unexpected() }
            blocker.end()
            #expect(try await first == .appended)
            #expect(try await a.bounds().last == 2)
        }
    }

    @Test func `an append is not sent over a connection that has ended`() async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...20 {
                // The end is there to be read when the append is made, whatever the loop has seen of it.
                try server.sql(
                    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '\(database)'"
                )
                #expect(try await a.append("x", at: position, term: 1) == .appended)
            }
        }
    }

    @Test func `an append that is not answered in time is unknown, and one that was not sent is not applied`()
        async throws
    {
        try await withServer(callTimeout: .milliseconds(500)) { server, database, bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            try await server.set("synchronous_standby_names", to: "nobody")
            async let first = a.append("one", at: 1, term: 1)
            async let second = a.append("two", at: 2, term: 1)
            guard case .unknown = try await first else { throw Unexpected() }
            // Behind it on the same connection, which was given up.
            switch try await second {
            case .failed, .unknown: break
            default: throw Unexpected()
            }
            try await server.set("synchronous_standby_names", to: nil)
            guard case .applied = try await resolve(a, at: 1) else { throw Unexpected() }
            _ = try await b.bounds()
        }
    }

    @Test func `a takeover waits for an append that the server is still at`() async throws {
        try await withServer { server, database, bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver(for: .zero) == 1)
            try await server.set("synchronous_standby_names", to: "nobody")
            async let appended = a.append("one", at: 1, term: 1)
            try await server.waitForBackend(waitingFor: "IPC", in: database)
            async let taken = b.takeOver()
            // Not granted: it waits for the row of the lease.
            try await server.waitForBackend(waitingFor: "Lock", in: database)
            try await server.set("synchronous_standby_names", to: nil)
            #expect(try await appended == .appended)
            #expect(try await taken == 2)
            #expect(try await b.bounds().last == 1)
        }
    }

    @Test func `what the server asks to repeat is repeated`() async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            try server.sql(
                """
                CREATE SEQUENCE tries;
                CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('tries') % 4 > 0 THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF;
                    RETURN NEW; END $$;
                CREATE TRIGGER conflict BEFORE INSERT ON jangteo.log FOR EACH ROW EXECUTE FUNCTION conflict();
                """,
                in: database
            )
            #expect(try await a.append("one", at: 1, term: 1) == .appended)
            #expect(try server.sql("SELECT last_value FROM tries", in: database) == "4")
            // Not for ever.
            try server.sql("ALTER SEQUENCE tries INCREMENT 4 RESTART 1", in: database)
            #expect(try await a.append("two", at: 2, term: 1) == .conflict)
            #expect(try await a.bounds().last == 1)
        }
    }

    // MARK: The server

    private func withServer(
        callTimeout: Duration = .seconds(60),
        _ body: (PostgreSQLServer, String, Bench) async throws -> Void
    ) async throws {
        let server = try PostgreSQLServer()
        let database = try server.makeDatabase()
        _ = try await migrate(server.connection(database))
        try await withDatabase(server.connection(database), callTimeout: callTimeout) {
            try await body(server, database, $0)
        }
    }

    private func end(_ end: End, _ server: PostgreSQLServer, _ database: String) async throws {
        switch end {
        case .terminated:
            try server.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)' AND query LIKE '%INSERT INTO jangteo.log%'"
                    + " AND pid <> pg_backend_pid()"
            )
        case .crashed:
            try server.crash()
            try server.restart()
        }
    }

    /// Asks until the server answers.
    private func resolve(_ worker: Worker, at position: Int) async throws -> AppendResolution {
        while true {
            do {
                return try await worker.resolve(at: position, term: 1)
            } catch let error as LogError where [.unreachable, .lost, .timedOut].contains(error.code) {
                continue
            }
        }
    }

    /// Keeps rows from being added until it ends.
    private func holdLock(_ server: PostgreSQLServer, _ database: String) async throws -> Started {
        let holder = try server.hold("BEGIN; LOCK TABLE jangteo.log IN EXCLUSIVE MODE;", in: database)
        while try server.sql(
            "SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock' AND granted AND relation IS NOT NULL",
            in: database
        ) == "0" { await Task.yield() }
        return holder
    }
}

/// What was told, from the thread of a log.
private final class Told: Sendable {
    private let all = Mutex<[String]>([])
    var texts: [String] { all.withLock { $0 } }
    func add(_ text: String) { all.withLock { $0.append(text) } }
}
