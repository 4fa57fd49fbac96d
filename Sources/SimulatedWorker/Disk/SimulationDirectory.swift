internal import Foundation
internal import Glibc
internal import Synchronization

/// Where the stores of histories are: in memory, where there is such a place, because every sync is simulated anyway.
package final class SimulationDirectory: Sendable {
    private let path: String
    private let last = Atomic(0)

    /// Makes a directory.
    package init() throws {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        path = "\(parent)/jangteo-simulation-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        guard mkdir(path, 0o700) == 0 else { throw SimulationError("cannot make \(path)") }
    }

    /// A path that nothing has yet.
    package func next() -> String {
        "\(path)/\(last.add(1, ordering: .relaxed).newValue)"
    }

    /// Removes all of it.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
