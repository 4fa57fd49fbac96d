import Foundation
import SimulatedWorker
import Synchronization
import TestKit

/// Many histories, on all cores: each is alone on its thread.
final class SimulationRun: Sendable {
    struct Failure: Sendable {
        let seed: UInt64
        let findings: [String]
    }

    private struct State {
        var next: UInt64
        var totals = OccurrenceCounts()
        var failures: [Failure] = []
    }

    /// Failures after which the rest is left out: one is enough to look at.
    private static let maxFailures = 5

    private let settings: SimulationSettings
    private let state: Mutex<State>

    init(_ settings: SimulationSettings) {
        self.settings = settings
        state = Mutex(State(next: settings.seeds.lowerBound))
    }

    /// By their seeds.
    var failures: [Failure] { state.withLock { $0.failures.sorted { $0.seed < $1.seed } } }

    /// Runs all of them.
    ///
    /// - Returns: What they contained.
    func run() async throws -> OccurrenceCounts {
        let directory = try SimulationDirectory()
        defer { directory.remove() }
        let cores = settings.isPrinted ? 1 : ProcessInfo.processInfo.activeProcessorCount
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<cores {
                group.addTask { [self] in
                    while let seed = takeSeed() { runHistory(seed, directory.next()) }
                }
            }
        }
        return state.withLock { $0.totals }
    }

    private func takeSeed() -> UInt64? {
        state.withLock { state in
            guard state.next < settings.seeds.upperBound, state.failures.count < Self.maxFailures else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    private func runHistory(_ seed: UInt64, _ directory: String) {
        do {
            let outcome = try History.run(seed: seed, directory: directory, isPrinted: settings.isPrinted)
            state.withLock { $0.totals += outcome.counts }
            if !outcome.findings.isEmpty { failed(Failure(seed: seed, findings: outcome.findings)) }
        } catch {
            failed(Failure(seed: seed, findings: ["it cannot go on: \(error)"]))
        }
    }

    private func failed(_ failure: Failure) {
        state.withLock { $0.failures.append(failure) }
    }
}
