import Glibc
import JuiceDomain
import Logging
import Messages

@testable import CalcService
@testable import ExpoService
@testable import JuiceService
@testable import Storage
@testable import WorkerClient
@testable import WorkerRuntime

/// One history of a whole suite: services, clients, subscribers, and everything that goes wrong between them.
///
/// All of it follows from the seed. After the faults everything is mended, what is open must come to an end, and the
/// judge compares.
final class History {
    /// What came out of it.
    struct Outcome {
        let findings: [String]
        let traceHash: UInt64
        let counts: SimulationCounts
    }

    private let world: World
    private let network: Network
    private let ledger: Ledger
    private let juice: SimulatedServer
    private let expo: SimulatedServer
    private let calc: SimulatedServer
    private let clients: [SimulatedClient]
    private let batches: BatchClient
    private let subscribers: [SimulatedSubscriber]
    private let follower: FilteredSubscriber
    private let directory: String
    private let prunes: Bool
    private var storeCopy: (files: [String: [UInt8]], pruned: [JournalRow])?
    private static let storeFiles = ["juice.sqlite", "juice.sqlite-wal", "juice.sqlite-shm"]

    /// Runs one history.
    ///
    /// - Parameters:
    ///   - seed: What follows from it is always the same.
    ///   - directory: Where its stores may be; made and removed by the history.
    ///   - isPrinted: Whether its trace is printed.
    static func run(seed: UInt64, directory: String, isPrinted: Bool = false) throws -> Outcome {
        let history = try History(seed: seed, directory: directory, isPrinted: isPrinted)
        defer { history.removeDirectory() }
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
        let ledger = Ledger(world)
        self.world = world
        self.network = network
        self.ledger = ledger
        self.directory = directory
        guard mkdir(directory, 0o700) == 0 else { throw SimulationError("cannot make \(directory)") }
        let prunes = world.random.chance(percent: 12)
        self.prunes = prunes
        let menu = try Menu.builtIn()
        juice = SimulatedServer(
            .juice,
            disk: try SimulatedDisk(directory: "\(directory)/juice", seed: world.random.next()),
            world,
            network,
            StoreSettings(&world.random, prunes: prunes)
        ) { _ in JuiceWorker(menu: menu) }
        expo = SimulatedServer(
            .expo,
            disk: try SimulatedDisk(directory: "\(directory)/expo", seed: world.random.next()),
            world,
            network,
            StoreSettings(&world.random, prunes: false)
        ) { try ExpoWorker(source: .builtIn, log: $0) }
        calc = SimulatedServer(.calc, disk: nil, world, network, StoreSettings(&world.random, prunes: false)) { _ in
            CalcWorker()
        }
        let keyLifetime = prunes ? (StoreSettings.shortKeyRetention / 4) * millisecond : 1_000 * second
        clients = (1...world.random.int(1...3)).map {
            SimulatedClient(host: $0, world, network, ledger, keyLifetime: keyLifetime)
        }
        batches = BatchClient(host: 50, world, network, ledger)
        follower = FilteredSubscriber(host: 60, fruit: world.random.pick(StockSnapshot.fruits), world, network)
        let (juiceServer, expoServer) = (juice, expo)
        subscribers = (0..<world.random.int(1...3)).map { index in
            let service: ServiceName = index > 0 && world.random.chance(percent: 20) ? .expo : .juice
            return SimulatedSubscriber(host: 10 + index, service, world, network) {
                [unowned juiceServer, unowned expoServer] in
                service == .juice ? juiceServer.head : expoServer.head
            }
        }
    }

    private func removeDirectory() {
        for service in ["juice", "expo"] {
            for suffix in ["", "-wal", "-shm", "-journal", ".new", ".new-wal", ".new-shm", ".new-journal"] {
                unlink("\(directory)/\(service)/\(service).sqlite\(suffix)")
            }
            unlink("\(directory)/\(service)/\(service).lock")
            rmdir("\(directory)/\(service)")
        }
        rmdir(directory)
    }

    // MARK: The course

    private func run() throws {
        for disk in [juice.disk, expo.disk] { disk?.setSyncTime(2 * millisecond) }
        juice.start()
        expo.start()
        calc.start()
        let calm = world.random.int(1...5) * second
        for subscriber in subscribers { join(subscriber) }
        for client in clients { client.work(until: calm) }
        batches.work(until: calm)
        let faults = Faults(
            world,
            network,
            juice: juice,
            expo: expo,
            calc: calc,
            clients: clients,
            subscribers: subscribers
        ) { [unowned self] in planCopy(restores: $0) }
        faults.plan(until: calm)
        world.run(until: calm)
        if prunes { rest() }
        world.note("all is mended")
        faults.end()
        settle()
        try finish()
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

    /// While juice is down next time, copies its store, or replaces it by the copy.
    private func planCopy(restores: Bool) {
        juice.whenDown = { [unowned self] in
            guard let disk = juice.disk else { return }
            guard restores else {
                storeCopy = (try disk.copyFiles(Self.storeFiles), juice.history.pruned)
                return
            }
            guard let copy = storeCopy else { return }
            world.counts.add(.restore)
            world.note("juice's store is replaced by an older copy")
            // Nobody restores onto a disk that fails; and what is recorded now has to be readable.
            disk.heal()
            try recordHistory(of: juice)
            try disk.restoreFiles(Self.storeFiles, copy.files)
            juice.history.pruned = copy.pruned
            juice.startsNewEpoch = true
        }
    }

    // MARK: The end

    /// Everything comes to an end: what is in flight, what is unknown, and what subscribers have missed.
    private func settle() {
        let limit = world.now + 60 * second
        let isQuiet = world.run(until: limit) { [self] in
            clients.allSatisfy { $0.outstanding == 0 && !$0.isResting } && juice.isUp && expo.isUp && calc.isUp
        }
        if !isQuiet { world.find("a minute after all was mended calls are in flight, or a service is down") }
        batches.close()
        // A connection that was cut at the last moment may be noticed only now, and would leave a new doubt.
        world.run(until: world.now + 8 * second)
        askAgain()
        let isComplete = world.run(until: world.now + 30 * second) { [self] in
            subscribers.allSatisfy { isAtHead($0) } && hasSeenAll(follower)
        }
        if !isComplete { world.note("a subscriber is not complete") }
    }

    /// Asks with the same key what became of every write whose outcome is not known.
    ///
    /// And one more write of each client must succeed.
    private func askAgain() {
        var open = 0
        let oldest = prunes ? world.now - StoreSettings.shortKeyRetention / 2 * millisecond : 0
        for record in ledger.records where record.intent.key != nil && record.start >= oldest {
            guard case .unknown = record.outcome, let client = clients.first(where: { $0.host == record.client }) else {
                continue
            }
            var intent = record.intent
            intent.timeout = 20 * second
            intent.connectTimeout = 20 * second
            open += 1
            client.call(intent) { [world] outcome in
                open -= 1
                if case .unknown = outcome { world.find("\(record.id) is still unknown after all was mended") }
            }
        }
        for client in clients {
            var intent = Workload.adjust(&world.random)
            intent.key = client.makeKey()
            intent.timeout = 20 * second
            intent.connectTimeout = 20 * second
            open += 1
            client.call(intent) { [world] outcome in
                open -= 1
                switch outcome {
                case .ok, .notApplied(reason: "QUANTITY_OUT_OF_RANGE"): break
                default: world.find("client \(client.host) cannot write after all was mended: \(outcome)")
                }
            }
        }
        let isAnswered = world.run(until: world.now + 30 * second) { open == 0 }
        if !isAnswered { world.find("\(open) questions have no answer half a minute after all was mended") }
    }

    private func isAtHead(_ subscriber: SimulatedSubscriber) -> Bool {
        let head = subscriber.service == .juice ? juice.head : expo.head
        guard let head else { return false }
        return subscriber.position == head
    }

    private func hasSeenAll(_ follower: FilteredSubscriber) -> Bool {
        guard let head = juice.head, let part = follower.parts.last else { return false }
        return part.epoch == head.epoch && part.position == head.sequence
    }

    private func finish() throws {
        for client in clients { client.disconnect(isCrash: false) }
        for subscriber in subscribers { subscriber.close() }
        follower.close()
        juice.stop()
        expo.stop()
        calc.stop()
        world.end()
        network.end()
        let juiceEpoch = try recordHistory(of: juice)
        let expoEpoch = try recordHistory(of: expo)
        for disk in [juice.disk, expo.disk] { disk?.addFaults(to: &world.counts) }
        var judge = Judge(world, ledger, juice: juice.history, expo: expo.history, prunes: prunes)
        judge.judge()
        for view in subscribers.flatMap(\.views) {
            judge.judge(view, finalEpoch: view.service == .juice ? juiceEpoch : expoEpoch)
        }
        judge.judge(follower, finalEpoch: juiceEpoch)
        world.counts.histories = 1
        world.counts.events =
            (juice.history[juiceEpoch]?.lastSequence ?? 0) + (expo.history[expoEpoch]?.lastSequence ?? 0)
    }

    /// Reads all rows of a service's closed store, through the checks of an ordinary start.
    ///
    /// - Returns: The name of its stream.
    @discardableResult
    private func recordHistory(of server: SimulatedServer) throws -> String {
        guard let disk = server.disk else { return "" }
        server.startsNewEpoch = false
        let journal = try SQLiteJournal(opening: server.configuration(disk, []))
        defer { journal.close() }
        try server.history.record(journal)
        return journal.epoch
    }
}
