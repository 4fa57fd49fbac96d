import Messages
import SimulatedWorker
import ZeroMQPatterns

@testable import WorkerClient

/// One history of a whole suite: four services, clients, subscribers, and everything that goes wrong between them.
///
/// All of it follows from the seed. After the faults everything is mended, what is open must come to an end, and the
/// judge compares.
final class History {
    /// What came out of it.
    struct Outcome {
        let findings: [String]
        let traceHash: UInt64
        let counts: OccurrenceCounts
    }

    let world: World
    let suite: Suite
    let ledger: ClientLedger
    let clients: [SimulatedClient]
    let batches: BatchClient
    let subscribers: [SimulatedSubscriber]
    let follower: FilteredSubscriber
    /// Whether old rows are deleted during the history.
    let prunes: Bool
    private let network: Network
    private let archives: [StoreArchive]

    /// Runs one history.
    ///
    /// - Parameters:
    ///   - seed: What follows from it is always the same.
    ///   - directory: Where its stores may be; made and removed by the history.
    ///   - isPrinted: Whether its trace is printed.
    static func run(seed: UInt64, directory: String, isPrinted: Bool = false) throws -> Outcome {
        let history = try History(seed: seed, directory: directory, isPrinted: isPrinted)
        defer { history.suite.removeFiles() }
        try history.run()
        return Outcome(
            findings: history.world.findings,
            traceHash: history.world.traceHash,
            counts: history.world.counts
        )
    }

    private init(seed: UInt64, directory: String, isPrinted: Bool) throws {
        let world = World(seed: seed, isPrinted: isPrinted)
        let network = Network(world)
        let ledger = ClientLedger(world)
        self.world = world
        self.network = network
        self.ledger = ledger
        let prunes = world.random.chance(percent: 12)
        self.prunes = prunes
        let suite = try Suite(world, network, directory: directory, prunes: prunes)
        self.suite = suite
        archives = [suite.juice, suite.market].map { StoreArchive(of: $0, suite.histories, world) }
        let keyLifetime = prunes ? (StoreSettings.shortKeyRetention / 4) * millisecond : 1_000 * second
        let workload = Workload(&world.random)
        let market = MarketMemory()
        clients = (1...world.random.int(1...3)).map {
            SimulatedClient(host: $0, world, network, ledger, workload, market, keyLifetime: keyLifetime)
        }
        batches = BatchClient(host: 50, world, network, ledger)
        follower = FilteredSubscriber(host: 60, fruit: world.random.pick(StockSnapshot.fruits), world, network)
        subscribers = (0..<world.random.int(1...4)).map { index in
            let service: ServiceName = index == 0 ? .juice : world.random.pick([.juice, .market, .market, .expo])
            let server = suite[service]
            return SimulatedSubscriber(host: 10 + index, service, world, network) { [unowned server] in server.head }
        }
    }

    // MARK: The course

    private func run() throws {
        for server in suite.keepers { server.disk?.setSyncTime(2 * millisecond) }
        for server in suite.servers { server.start() }
        let calm = world.random.int(1...5) * second
        for subscriber in subscribers { join(subscriber) }
        for client in clients { client.work(until: calm) }
        batches.work(until: calm)
        let faults = Faults(world, network, suite, archives, clients: clients, subscribers: subscribers)
        faults.plan(until: calm)
        world.run(until: calm)
        if prunes { rest() }
        world.note("all is mended")
        faults.end()
        settle()
        tidy()
        for client in clients { client.disconnect(isCrash: false) }
        for subscriber in subscribers { subscriber.close() }
        follower.close()
        for server in suite.servers { server.stop() }
        world.end()
        network.end()
        try judge()
    }

    private func join(_ subscriber: SimulatedSubscriber) {
        let start: StreamStart =
            switch world.random.int(0...9) {
            case 0..<4: .after(0)
            case 4..<5: .after(world.random.int(1...30))
            default: .now
            }
        world.after(world.random.nanoseconds(millisecond...6 * second)) { subscriber.start(from: start) }
    }

    /// Nothing is asked for while keys become old enough to be forgotten; then a little more.
    private func rest() {
        world.run(until: world.now + 2 * StoreSettings.shortKeyRetention * millisecond)
        let end = world.now + 3 * second
        for client in clients { client.work(until: end) }
        world.run(until: end)
    }

    /// Reads everything that is kept, and holds what clients and subscribers know against it.
    private func judge() throws {
        for server in [suite.juice, suite.expo] { try suite.histories.record(server) }
        // Its tables and files are looked at when all its rows are known.
        try suite.market.withClosedStore { journal in
            try suite.histories[.market].record(journal)
            var judge = Judge(world, ledger, suite, prunes: prunes)
            judge.judge()
            try judge.judgeStoredMarket(journal, of: suite.market)
            judge.judgeSecrets(suite.secrets)
            for view in subscribers.flatMap(\.views) { judge.judge(view) }
            judge.judge(follower)
        }
        world.counts.add(.histories)
        for server in suite.keepers {
            server.disk?.addFaults(to: &world.counts)
            world.counts.add(.events, count: suite.histories[server.name].last.lastSequence)
        }
    }
}
