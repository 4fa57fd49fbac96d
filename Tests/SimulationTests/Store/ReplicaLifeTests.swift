import Foundation
import SimulatedWorker
import TestKit
import Testing

/// Stores that follow a log without syncing their commits.
@Suite("Replica lives")
struct ReplicaLifeTests {
    @Test("a loss of power takes the newest rows at most, and the store is always what it was at its position")
    func lives() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var losses = 0
        for seed in try SimulationSettings(usualSeeds: 1..<201).seeds {
            let directory = directories.next()
            var life = try ReplicaLife(seed: seed, directory: directory)
            try life.run()
            for finding in life.findings { Issue.record("seed \(seed): \(finding)") }
            losses += life.losses
            try? FileManager.default.removeItem(atPath: directory)
        }
        print("\(losses) times a store was found at an earlier row")
    }
}
