import Foundation
import SimulatedWorker
import Synchronization

/// Many lives of stores, on all cores.
final class StoreLives: Sendable {
    private struct State {
        var next: UInt64
        var counts = StoreLifeCounts()
        var findings: [String] = []
    }

    /// How many are enough to look at.
    private static let maxFindings = 20

    private let seeds: Range<UInt64>
    private let state: Mutex<State>

    init(seeds: Range<UInt64>) {
        self.seeds = seeds
        state = Mutex(State(next: seeds.lowerBound))
    }

    /// What went wrong, with its seed.
    var findings: [String] { state.withLock { $0.findings } }

    /// How many lives there were, and what they met.
    var summary: String { state.withLock { $0.counts.summary } }

    func run() async throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                group.addTask { [self] in
                    while let seed = takeSeed() { live(seed, directories.next()) }
                }
            }
        }
    }

    private func takeSeed() -> UInt64? {
        state.withLock { state in
            guard state.next < seeds.upperBound, state.findings.count < Self.maxFindings else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func live(_ seed: UInt64, _ directory: String) {
        do {
            var life = try StoreLife(seed: seed, directory: directory)
            let counts = try life.run()
            state.withLock { state in
                state.counts += counts
                state.findings += life.findings.map { "seed \(seed): \($0)" }
            }
        } catch {
            state.withLock { $0.findings.append("seed \(seed): it cannot go on: \(error)") }
        }
        try? FileManager.default.removeItem(atPath: directory)
    }
}
