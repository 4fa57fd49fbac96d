package import WorkerEngine

/// A call of a random history.
public struct SimulatedCall: Sendable, Hashable {
    let method: String
    let params: String
    let isWrite: Bool

    /// A call that changes something; it is sent with a key, and now and then again.
    package static func write(_ method: String, params: String = "{}") -> SimulatedCall {
        SimulatedCall(method: method, params: params, isWrite: true)
    }

    /// A call that changes nothing, and whose answer depends on nothing but what was written.
    package static func read(_ method: String, params: String = "{}") -> SimulatedCall {
        SimulatedCall(method: method, params: params, isWrite: false)
    }
}

/// What a random history has broken.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// What the history follows from.
    public let seed: UInt64
    /// What must not be, in words.
    public let findings: [String]

    /// The seed and the findings.
    public var description: String {
        "seed \(seed): \(findings.joined(separator: "; ")); explore(lives: 1, seed: \(seed)) replays it"
    }
}

/// Runs random histories of a worker, each with up to four lives that end in any way and at any step of the disk.
///
/// After each life it holds that what was acknowledged is there, and once; that what was refused has left nothing; that
/// events have no gap and stay what they were; that the store passes its own check; and that memory is as the store:
/// reads answer after a start as they did before, and after a refused write as well. It reads what `makeCall` reads,
/// and every read method of the service without params.
///
/// - Parameters:
///   - lives: How many histories.
///   - seed: That of the first; each other has the next one.
///   - makeService: Makes the service, at each start; without a disk for its name.
///   - makeCall: Makes the next call of a history, from nothing but chance.
/// - Returns: What the histories have contained.
/// - Throws: ``ExplorationFailure`` with the first history that has broken something.
@discardableResult
package func explore(
    lives: Int,
    seed: UInt64 = 1,
    of makeService: @escaping (SimulatedDisk?) throws -> any WorkerService,
    calls makeCall: @escaping (inout SimulationRandom) -> SimulatedCall
) throws -> OccurrenceCounts {
    var counts = OccurrenceCounts()
    for seed in seed..<seed + UInt64(lives) {
        var exploration = try Exploration(seed: seed, of: makeService, calls: makeCall)
        let findings = exploration.run()
        guard findings.isEmpty else { throw ExplorationFailure(seed: seed, findings: findings) }
        counts += exploration.counts
    }
    return counts
}
