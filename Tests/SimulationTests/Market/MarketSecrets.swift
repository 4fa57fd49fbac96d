import Cryptography
import Platform
import Synchronization

/// The bytes that market-service makes secrets of: the same for the same seed, and remembered, so that they can be looked for.
final class MarketSecrets: Sendable {
    private struct State {
        var generator: SeededGenerator
        var made: [[UInt8]] = []
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    @Sendable
    func make(_ count: Int) -> [UInt8] {
        state.withLock { state in
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: state.generator.next() >> 32) }
            state.made.append(bytes)
            return bytes
        }
    }

    /// The texts of all secrets of vendors, and of all addresses for deletions, in the order of their making.
    var texts: [[UInt8]] {
        state.withLock { $0.made.filter { $0.count == 32 }.map { Array(Secrets.text(of: $0).utf8) } }
    }
}
