import Foundation
import SimulatedWorker

/// Which histories to run: `JANGTEO_SEEDS=FROM..<TO`, and `JANGTEO_TRACE=1` to print what happens in them.
struct SimulationSettings {
    /// In order.
    let seeds: Range<UInt64>
    let isPrinted: Bool

    init(
        usualSeeds: Range<UInt64> = 1..<1_001,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        isPrinted = environment["JANGTEO_TRACE"] == "1"
        guard let text = environment["JANGTEO_SEEDS"], !text.isEmpty else {
            seeds = usualSeeds
            return
        }
        let ends = text.components(separatedBy: "..<").map { UInt64($0) }
        guard ends.count == 2, let from = ends[0], let to = ends[1], from < to else {
            throw SimulationError("JANGTEO_SEEDS must be FROM..<TO, and is \(text)")
        }
        seeds = from..<to
    }

    /// The command that replays one history, with its trace.
    static func command(seed: UInt64) -> String {
        "JANGTEO_SEEDS='\(seed)..<\(seed + 1)' JANGTEO_TRACE=1 swift test --filter SimulationTests.histories"
    }
}
