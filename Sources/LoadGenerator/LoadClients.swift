internal import Platform
internal import ZeroMQ

/// The clients of a load, on their node's thread.
actor LoadClients {
    private let node: ZMQNode
    private var connections: [LoadConnection] = []
    private var waiter: CheckedContinuation<Void, Never>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(on node: ZMQNode) {
        self.node = node
    }

    /// Connects all clients.
    ///
    /// - Throws: `ZMQError` when the endpoint is invalid or no socket can be made.
    func open(_ plan: LoadPlan) throws {
        for client in 0..<plan.clients {
            connections.append(try LoadConnection(plan, client: client, on: node))
        }
    }

    func start(_ plan: LoadPlan) {
        let now = LoadConnection.now()
        for connection in connections {
            connection.start(at: now, warmUp: plan.warmUp, duration: plan.duration)
        }
    }

    /// Sends what is due; when the next is, in nanoseconds of the monotonic clock.
    func sendDue() -> Int64? {
        connections.compactMap { $0.sendDue() }.min()
    }

    /// How many requests were answered with a result so far.
    var acknowledged: Int { connections.reduce(0) { $0 + $1.tally.acknowledged } }

    /// Sends nothing any more and waits for the answers that are out, but not longer than a time.
    func drain(within limit: Duration) async {
        for connection in connections { connection.stop() }
        guard connections.contains(where: { $0.out > 0 }) else { return }
        let timer = node.schedule(after: limit) { [self] in assumeIsolated { $0.endWaiting() } }
        for connection in connections {
            connection.onIdle = { [self] in
                assumeIsolated { if $0.connections.allSatisfy({ $0.out == 0 }) { $0.endWaiting() } }
            }
        }
        await withCheckedContinuation { waiter = $0 }
        node.cancel(timer)
    }

    private func endWaiting() {
        waiter.take()?.resume()
    }

    /// Closes the connections.
    ///
    /// - Returns: What became of all requests.
    func close() -> LoadTally {
        var tally = LoadTally()
        for connection in connections { tally.add(connection.close()) }
        connections = []
        return tally
    }
}
