internal import Logging
internal import NIOCore
internal import Platform
internal import ServiceLifecycle
internal import Synchronization

/// Whether the program uses as much memory as it may, so that it takes no new work.
final class ProcessMemory: Sendable {
    private let limit: Int
    private let isOver = Atomic(false)

    /// - Parameter limit: Bytes that it shares with no file.
    init(limit: Int) { self.limit = limit }

    /// Whether it used more than it may when it was looked at last.
    var isFull: Bool { isOver.load(ordering: .relaxed) }

    /// Takes note of what it uses.
    ///
    /// - Returns: Whether it begins, or ends, to be too much.
    fileprivate func note(_ used: Int) -> Bool {
        let isNow = used > limit
        return isOver.exchange(isNow, ordering: .relaxed) != isNow
    }

    /// Whether it is worth giving back what was freed.
    fileprivate func isMuch(_ used: Int) -> Bool { used >= limit / 4 }

    /// Whether connections that only wait take memory that others may need soon.
    fileprivate func isScarce(_ used: Int) -> Bool { used >= limit * 3 / 8 }
}

/// Looks at how much memory the program uses, and gives back to the system what was freed.
struct MemoryWatch: Service {
    /// The time between two looks: a flood on loopback fills some 50 MiB in it.
    private static let pause = Duration.milliseconds(50)
    /// The same while nobody is connected.
    private static let rest = Duration.seconds(1)
    /// Where memory is scarce, how many connections are closed at each look, and how long they have waited for a request.
    private static let scarcity = (closed: 256, waited: TimeAmount.seconds(1))
    /// The time between two times that freed memory is given back, which takes some milliseconds, and the same while it is scarce.
    private static let tidying = (usual: Duration.seconds(10), scarce: Duration.seconds(1))

    let memory: ProcessMemory
    let connections: OpenConnections
    let log: Logger

    /// Looks until it is asked to end.
    func run() async throws {
        await cancelWhenGracefulShutdown { await watch() }
    }

    private func watch() async {
        var tidied = ContinuousClock.now
        while !Task.isCancelled {
            guard let used = ThisProcess.unsharedMemory() else { return await rest() }
            let isScarce = memory.isScarce(used)
            if isScarce { connections.closeWaiting(Self.scarcity.closed, for: Self.scarcity.waited) }
            let pause = isScarce ? Self.tidying.scarce : Self.tidying.usual
            if memory.isMuch(used), tidied.duration(to: .now) >= pause {
                ThisProcess.returnFreedMemory()
                tidied = .now
            }
            if memory.note(ThisProcess.unsharedMemory() ?? used) {
                log.warning(
                    memory.isFull ? "the memory limit is reached: new requests get a 503" : "there is memory again",
                    metadata: ["bytes": "\(used)"]
                )
            }
            try? await Task.sleep(for: connections.count > 0 ? Self.pause : Self.rest)
        }
    }

    /// Where the system does not say how much it uses; what ends would end the others.
    private func rest() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
    }
}
