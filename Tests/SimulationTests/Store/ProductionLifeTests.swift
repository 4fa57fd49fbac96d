import TestKit
import Testing

/// Stores in the arrangement of production: two threads, two connections, and a disk that fails both.
@Suite("Production store lives")
struct ProductionLifeTests {
    @Test("nothing acknowledged is lost and no store is damaged, whatever the disk does to whichever thread")
    func lives() async throws {
        let run = StoreLives(seeds: try SimulationSettings(usualSeeds: 1..<1001).seeds)
        try await run.run()
        print(run.summary)
        for finding in run.findings { Issue.record("\(finding)") }
    }
}
