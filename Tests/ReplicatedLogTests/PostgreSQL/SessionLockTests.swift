import PostgreSQLLog
import ReplicatedLog
import Testing

/// When a lease is there before it has run out: its holder's session has ended, and PostgreSQL knows.
///
/// Each has a server of its own, and leases of a minute.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, PostgreSQLServer.comment), .serialized, .timeLimit(.minutes(1)))
struct SessionLockTests {
    @Test func `the lease of a worker whose connection has ended is there at once`() async throws {
        try await withServer { _, _, bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            #expect(try await b.lease()?.isFree == false)
            guard case .refused = try await b.acquire() else { throw Unexpected() }
            try await bench.run("a") { $0.close() }
            while try await b.lease()?.isFree != true {}
            #expect(try await b.takeOver() == 2)
        }
    }

    @Test func `who has taken over is the next that is missed`() async throws {
        try await withServer { _, _, bench in
            let (a, b, c) = (bench.worker("a"), bench.worker("b"), bench.worker("c"))
            #expect(try await a.takeOver() == 1)
            #expect(try await a.takeOver() == 2)
            #expect(try await c.lease()?.isFree == false)
            guard case .granted = try await a.handOver(term: 2, to: b) else { throw Unexpected() }
            guard case .granted = try await b.renew(term: 3) else { throw Unexpected() }
            // The session that has handed it over means nothing any more.
            try await bench.run("a") { $0.close() }
            #expect(try await c.lease()?.isFree == false)
            try await bench.run("b") { $0.close() }
            while try await c.lease()?.isFree != true {}
            #expect(try await c.takeOver() == 4)
        }
    }

    @Test func `a holder whose connection alone has ended keeps its lease`() async throws {
        try await withServer { server, database, bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            #expect(try await b.lease()?.isFree == false)
            try server.sql(
                "SELECT pg_terminate_backend(l.pid, 10000) FROM pg_locks l WHERE locktype = 'advisory'",
                in: database
            )
            // It says nothing and asks for nothing: the new connection does that by itself.
            while try locks(server, database) == 0 { await Task.yield() }
            #expect(try await b.lease()?.isFree == false)
            guard case .refused = try await b.acquire() else { throw Unexpected() }
            #expect(try await a.append("still mine", at: 1, term: 1) == .appended)
        }
    }

    @Test func `a holder that was never seen with a lock keeps its lease`() async throws {
        try await withServer { server, database, bench in
            let b = bench.worker("b")
            // As a version before this one writes it, or one behind a pool.
            try server.sql(
                "INSERT INTO jangteo.lease VALUES ('\(bench.stream)', 5, 'a', '', clock_timestamp() + interval '30 seconds')",
                in: database
            )
            let began = ContinuousClock.now
            while ContinuousClock.now - began < .milliseconds(600) {
                #expect(try await b.lease()?.isFree == false)
            }
            guard case .refused = try await b.acquire() else { throw Unexpected() }
        }
    }

    @Test func `a worker holds one lock, however often it takes the lease`() async throws {
        try await withServer { server, database, bench in
            let a = bench.worker("a")
            for term in 1...5 { #expect(try await a.takeOver() == term) }
            // Behind the lock, which is asked for with the lease.
            _ = try await a.bounds()
            #expect(try locks(server, database) == 1)
        }
    }

    private func locks(_ server: PostgreSQLServer, _ database: String) throws -> Int {
        let text = try server.sql(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'",
            in: database
        )
        return try #require(Int(text))
    }

    private func withServer(_ body: (PostgreSQLServer, String, Bench) async throws -> Void) async throws {
        let server = try PostgreSQLServer()
        let database = try server.makeDatabase()
        _ = try await migrate(server.connection(database))
        try await withDatabase(server.connection(database)) { try await body(server, database, $0) }
    }
}
