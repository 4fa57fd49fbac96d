import Messages
import SimulatedWorker

@testable import WorkerClient

/// Lets things go wrong in a history: which, when and how badly is left to its chance.
final class Faults {
    private let world: World
    private let network: Network
    private let suite: Suite
    private let archives: [StoreArchive]
    private let clients: [SimulatedClient]
    private let subscribers: [SimulatedSubscriber]
    private var isOver = false

    init(
        _ world: World,
        _ network: Network,
        _ suite: Suite,
        _ archives: [StoreArchive],
        clients: [SimulatedClient],
        subscribers: [SimulatedSubscriber]
    ) {
        self.world = world
        self.network = network
        self.suite = suite
        self.archives = archives
        self.clients = clients
        self.subscribers = subscribers
    }

    /// Plans some faults up to a moment.
    func plan(until end: Int) {
        for _ in 0..<world.random.int(0...9) {
            world.after(world.random.int(0...end - world.now)) { [self] in
                if !isOver { strike() }
            }
        }
    }

    /// No more, and what can be mended is mended.
    func end() {
        isOver = true
        network.isMended = true
        network.heal()
        for server in suite.servers {
            server.heal()
            server.disk?.setSyncTime(2 * millisecond)
        }
    }

    private func strike() {
        switch world.random.int(0...99) {
        case 0..<12: crashInTick()
        case 12..<26: crashInDisk()
        case 26..<31: crashNow()
        case 31..<36: pause()
        case 36..<43: terminate()
        case 43..<47: failWrites()
        case 47..<53: failSyncs()
        case 53..<57: fillDisk()
        case 57..<60: slowDisk()
        case 60..<70: cut()
        case 70..<76: partition()
        case 76..<79: slowNetwork()
        case 79..<83: if !clients.isEmpty { world.random.pick(clients).crash() }
        case 83..<87: if !subscribers.isEmpty { world.random.pick(subscribers).crash() }
        case 87..<91: stall()
        case 91..<93: jump()
        case 93..<97: reload()
        default: restore()
        }
    }

    private func server() -> SuiteServer {
        switch world.random.int(0...9) {
        case 0: suite.calc
        case 1: suite.expo
        case 2..<6: suite.juice
        default: suite.market
        }
    }

    /// One that keeps something.
    private func keeper() -> SuiteServer {
        switch world.random.int(0...19) {
        case 0..<2: suite.expo
        case 2..<11: suite.juice
        default: suite.market
        }
    }

    private func crashInTick() {
        let server = server()
        server.losesPower = world.random.chance(percent: 50)
        server.dieAfter(steps: world.random.int(1...30))
    }

    private func crashInDisk() {
        let server = keeper()
        server.losesPower = world.random.chance(percent: 60)
        server.disk?.crash(after: world.random.int(1...40))
    }

    private func crashNow() {
        let server = server()
        server.losesPower = world.random.chance(percent: 50)
        server.die()
    }

    private func pause() {
        world.counts.add(.pause)
        server().pause(for: world.random.nanoseconds(10 * millisecond...9 * second))
    }

    private func terminate() {
        let server = server()
        if world.random.chance(percent: 50) { archives.first { $0.server === server }?.planCopy() }
        server.terminate()
    }

    private func failWrites() {
        world.note("writes fail")
        let server = keeper()
        server.disk?.failWrites(world.random.int(1...6))
        if server === suite.expo { reload() }
    }

    private func failSyncs() {
        world.note("syncs fail")
        let server = keeper()
        server.disk?.failSyncs(world.random.int(1...3), after: world.random.pick([0, 0, 1, 2, 5]))
        // Only a loss of power shows what a failed sync has lost.
        guard world.random.chance(percent: 50) else { return }
        world.after(world.random.nanoseconds(millisecond...3 * second)) { [self] in
            guard !isOver else { return }
            server.losesPower = true
            server.die()
        }
    }

    private func fillDisk() {
        world.note("the disk is full")
        let disk = keeper().disk
        disk?.setRoom(world.random.int(0...30_000))
        world.after(world.random.int(100...4_000) * millisecond) { disk?.setRoom(-1) }
    }

    private func slowDisk() {
        world.note("the disk is slow")
        let disk = keeper().disk
        disk?.setSyncTime(world.random.int(30...400) * millisecond)
        world.after(world.random.int(100...4_000) * millisecond) { disk?.setSyncTime(2 * millisecond) }
    }

    private func cut() {
        guard !network.links.isEmpty else { return }
        for _ in 0..<world.random.int(1...3) {
            let link = world.random.pick(network.links)
            guard !link.isOver else { continue }
            world.counts.add(.cutConnection)
            world.note("the connection of host \(link.socket.host) to \(link.socket.service.rawValue) is cut")
            guard world.random.chance(percent: 50) else {
                link.cut()
                continue
            }
            // Nothing gets through for a while before, so that there is much to lose.
            link.up.hold()
            link.down.hold()
            world.after(world.random.int(20...1_500) * millisecond) {
                link.cut()
                link.up.release()
                link.down.release()
            }
        }
    }

    private func partition() {
        let hosts = clients.map(\.host) + subscribers.map(\.host)
        let host = world.random.pick(hosts)
        let direction = world.random.pick(Network.Direction.allCases)
        let nanoseconds = world.random.nanoseconds(10 * millisecond...10 * second)
        world.counts.add(.partition)
        let service = world.random.pick([ServiceName.juice, .market])
        world.note("host \(host) and \(service.rawValue) are parted, \(direction)")
        network.partition(host: host, service: service, direction, for: nanoseconds)
    }

    private func slowNetwork() {
        world.counts.add(.slowNetwork)
        world.note("the network is slow")
        network.slowness = world.random.int(5...200)
        world.after(world.random.int(100...3_000) * millisecond) { [self] in network.slowness = 1 }
    }

    private func stall() {
        guard !subscribers.isEmpty else { return }
        let subscriber = world.random.pick(subscribers)
        world.note("host \(subscriber.host) reads no events")
        subscriber.stall(for: world.random.int(500...5_000) * millisecond)
    }

    private func jump() {
        let milliseconds = world.random.int(-3_600_000...3_600_000) * world.random.pick([1, 1, 3])
        // Where keys are forgotten, clients would have to sleep as well.
        if !suite.prunes, milliseconds > 0, milliseconds.isMultiple(of: 2) {
            world.counts.add(.sleep)
            world.sleep(milliseconds: milliseconds)
            world.note("the machines sleep for \(milliseconds)")
        } else {
            world.counts.add(.wallClockJump)
            world.wallSkew += milliseconds
            world.note("the wall clock jumps by \(milliseconds)")
        }
    }

    private func reload() {
        world.note("expo is told to read again")
        suite.expo.reload()
    }

    /// The store as it was some while ago.
    private func restore() {
        let archive = world.random.pick(archives)
        archive.planCopy()
        archive.server.terminate()
        world.after(world.random.int(500...4_000) * millisecond) { [self] in
            guard !isOver else { return }
            archive.planRestore()
            archive.server.terminate()
        }
    }
}
