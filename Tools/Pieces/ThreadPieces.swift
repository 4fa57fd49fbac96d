import ZeroMQ

/// What it costs to get to the thread of a node and back.
struct ThreadPieces {
    private static let rounds = 7
    private static let hops = 5_000

    /// Lives on the node's thread.
    private actor Resident {
        private let node: ZMQNode
        private var count = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

        init(on node: ZMQNode) {
            self.node = node
        }

        func visit() -> Int {
            count += 1
            return count
        }
    }

    @concurrent func time() async throws {
        try await ZMQNode.withNode(name: "pieces") { node in
            let resident = Resident(on: node)
            let clock = ContinuousClock()
            var times: [Double] = []
            for _ in 0..<Self.rounds {
                let start = clock.now
                for _ in 0..<Self.hops { _ = await resident.visit() }
                times.append(start.duration(to: clock.now) / .nanoseconds(1) / Double(Self.hops))
            }
            Stopwatch.show("hop to the thread of a node and back, one at a time", times)
        }
    }
}
