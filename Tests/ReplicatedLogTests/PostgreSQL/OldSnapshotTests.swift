import Foundation
import ReplicatedLog
import Testing

/// What a log costs while somebody holds an old snapshot, as a dump does: what was pruned stays in the index until that ends.
///
/// Pages are counted, not time: auto_explain writes those of each statement into the server's log before it is answered.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, PostgreSQLServer.comment), .serialized, .timeLimit(.minutes(10)))
struct OldSnapshotTests {
    private static let explained = """
        options='-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0 \
        -c auto_explain.log_analyze=on -c auto_explain.log_timing=off -c auto_explain.log_buffers=on'
        """

    @Test func `a read takes no more pages beside an old snapshot and rows that were pruned`() async throws {
        let server = try PostgreSQLServer()
        let database = try server.makeDatabase()
        _ = try await migrate(server.connection(database))
        let last = 20_000
        try await withDatabase(server.connection(database, user: nil, Self.explained)) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            try server.sql(
                """
                INSERT INTO jangteo.log SELECT '\(bench.stream)', p, 1, 'a', decode(repeat('ab', 400), 'hex'), 'x'
                FROM generate_series(1, \(last - 1)) p
                """,
                in: database
            )
            try server.sql("VACUUM ANALYZE jangteo.log", in: database)
            #expect(try await a.append("last", at: last, term: 1) == .appended)
            let before = try await pages(of: a, after: last - 1, server)
            let snapshot = try server.hold("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;", in: database)
            try await server.waitForBackend(inTransactionIn: database)
            try await a.snapshot(at: last, [[1]])
            while case .pruned(_, isMoreLeft: true) = try await a.prune(before: last) {}
            #expect(try await a.bounds() == LogBounds(first: last, last: last))
            try server.sql("VACUUM jangteo.log", in: database)
            let beside = try await pages(of: a, after: last - 1, server)
            #expect(before > 0 && beside <= 2 * before, "\(before) pages, then \(beside)")
            // Who lacks rows that were pruned is told so all the same.
            #expect(try await a.read(after: last - 2) == .pruned(oldest: last))
            snapshot.end()
        }
    }

    /// How many pages one read has looked at.
    private func pages(of worker: Worker, after position: Int, _ server: PostgreSQLServer) async throws -> Int {
        // The first of a session looks at the catalogue, too.
        for _ in 1...2 { #expect(try await worker.rows(after: position).count == 1) }
        let log = String(decoding: try Data(contentsOf: URL(filePath: "\(server.host)/log")), as: UTF8.self)
        let plan = try #require(
            log.components(separatedBy: "Query Text: ").last { $0.contains("octet_length(payload)") }
        )
        let buffers = try #require(plan.split(separator: "\n").first { $0.contains("Buffers: shared") })
        return buffers.split(separator: " ").compactMap { field in
            field.split(separator: "=").last.flatMap { field.contains("=") ? Int($0) : nil }
        }.reduce(0, +)
    }
}
