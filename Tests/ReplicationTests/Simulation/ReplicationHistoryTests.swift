import Platform
import SimulatedLog
import TestKit
import Testing

/// Three workers of a stream with real stores, on an engine on bad days.
///
/// `JANGTEO_SEEDS=FROM..<TO` says which histories there are.
@Suite(.timeLimit(.minutes(60)))
struct ReplicationHistoryTests {
    /// Every tenth engine loses what it had confirmed.
    private func history(_ seed: UInt64) throws -> ReplicationHistory {
        let history = try ReplicationHistory(
            seed: seed,
            in: try TemporaryDirectory(),
            losesCommits: seed.isMultiple(of: 10)
        )
        try history.run()
        return history
    }

    @Test func `no write is lost or done twice, and all stores are one, whatever happens to engine and workers`()
        throws
    {
        var totals = ReplicationHistory.Counts()
        let seeds = try SimulationSettings(usualSeeds: 1..<201).seeds
        for seed in seeds {
            let history = try history(seed)
            for finding in history.findings { Issue.record("seed \(seed): \(finding)") }
            totals.acknowledged += history.counts.acknowledged
            totals.refused += history.counts.refused
            totals.unknown += history.counts.unknown
            totals.terms += history.counts.terms
            totals.stopped += history.counts.stopped
            totals.compared += history.counts.compared
            totals.actives.formUnion(history.counts.actives)
        }
        print("\(totals)")
        // They came to something.
        let number = seeds.count
        #expect(totals.acknowledged > 8 * number && totals.terms > 2 * number && totals.compared > number)
        #expect(number < 10 || totals.unknown > 0 && totals.stopped > 0 && totals.actives.count == 3)
    }

    @Test func `the same seed is the same history`() throws {
        let (one, two) = (try history(7), try history(7))
        #expect(one.counts == two.counts)
        let rows = [one, two].map { $0.engine.storage.rows(of: "s").map(\.row.checksum) }
        #expect(rows[0] == rows[1] && !rows[0].isEmpty)
    }
}
