import SimulatedWorker
import TestKit
import Testing

/// The guarantees, held under everything that can go wrong: see ``History``.
@Suite("Simulation")
struct SimulationTests {
    @Test("nothing is lost, done twice or missed, whatever goes wrong, and all comes to an end when it stops")
    func histories() async throws {
        let settings = try SimulationSettings()
        let run = SimulationRun(settings)
        let totals = try await run.run()
        print(totals.summary)
        for failure in run.failures {
            Issue.record("seed \(failure.seed): \(failure.findings.joined(separator: "; "))")
            print("replay it: \(SimulationSettings.command(seed: failure.seed))")
        }
    }

    @Test("the same seed is the same history", arguments: [1, 2, 3] as [UInt64])
    func repetition(seed: UInt64) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        let first = try History.run(seed: seed, directory: directories.next())
        let second = try History.run(seed: seed, directory: directories.next())
        #expect(first.traceHash == second.traceHash)
        let other = try History.run(seed: seed + 100, directory: directories.next())
        #expect(first.traceHash != other.traceHash)
    }
}
