internal import Foundation

/// Which histories to run: `JANGTEO_SEEDS=FROM..<TO`, and `JANGTEO_TRACE=1` to print what happens in them.
package struct SimulationSettings {
    /// Why there are none.
    package struct InvalidSeeds: Error, CustomStringConvertible {
        package let description: String
    }

    /// In order.
    package let seeds: Range<UInt64>
    /// Whether to print what happens.
    package let isPrinted: Bool

    /// Reads the environment.
    ///
    /// - Parameter usualSeeds: What to run when nothing is said.
    package init(usualSeeds: Range<UInt64> = 1..<1_001) throws {
        let environment = ProcessInfo.processInfo.environment
        isPrinted = environment["JANGTEO_TRACE"] == "1"
        guard let text = environment["JANGTEO_SEEDS"], !text.isEmpty else {
            seeds = usualSeeds
            return
        }
        let ends = text.components(separatedBy: "..<").map { UInt64($0) }
        guard ends.count == 2, let from = ends[0], let to = ends[1], from < to else {
            throw InvalidSeeds(description: "JANGTEO_SEEDS must be FROM..<TO, and is \(text)")
        }
        seeds = from..<to
    }

    /// The command that replays one history, with its trace.
    package static func command(seed: UInt64) -> String {
        "JANGTEO_SEEDS='\(seed)..<\(seed + 1)' JANGTEO_TRACE=1 swift test --filter SimulationTests.histories"
    }
}
