internal import ZeroMQ

/// The clients of a load, on their node's thread.
actor LoadGenerator {
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

/// When the requests of one client are due.
///
/// In a closed loop the next request follows an answer, so a slow service is asked less, and its worst moments are hardly
/// seen. In an open loop each request has its time, whether or not the service keeps up, and waits from that time on.
struct LoadPace: Sendable, Hashable {
    /// Requests per second of an open loop; `nil` in a closed one.
    let rate: Double?
    /// The most requests that are out at a time.
    let window: Int
    /// The share of an interval by which the first request is late, so that several clients do not send together.
    var offset = 0.0

    /// When a request is due, in nanoseconds from the beginning; 0 in a closed loop, where room decides.
    ///
    /// - Parameter number: The request's, from 0.
    func due(_ number: Int) -> Int64 {
        guard let rate else { return 0 }
        return Int64((Double(number) + offset) * 1e9 / rate)
    }

    /// The pace of one of several clients that share the work.
    func share(_ client: Int, of clients: Int) -> LoadPace {
        LoadPace(
            rate: rate.map { $0 / Double(clients) },
            window: window,
            offset: Double(client) / Double(clients)
        )
    }
}
