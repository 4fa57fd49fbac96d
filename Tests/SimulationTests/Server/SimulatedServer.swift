import Logging
import Messages
import Platform
import ZeroMQ

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal
@testable import WorkerEngine
@testable import WorkerRuntime

/// One service over all its lives: the real loop, engine, journal and rules, on simulated sockets, disk and clock.
final class SimulatedServer: ServerControl {
    /// What exists while its process lives.
    private struct Live {
        let loop: WorkerLoop<ServerSockets>
        let sockets: ServerSockets
        let journal: WitnessJournal?
    }

    let name: ServiceName
    let disk: SimulatedDisk?
    let world: World
    private let network: Network
    let settings: StoreSettings
    private let makeService: (Logger) throws -> any WorkerService
    /// Those of the service, from its first start on.
    private(set) var balanceRule: BalanceRule?
    private(set) var tables = TableSchema.none
    private let lines = LogLines()

    private var live: Live?
    /// Tells what was planned in an earlier life from what is planned in this.
    private var life = 0
    private var isFlaggedDead = false
    private var stepsToLive: Int?
    private var isWorking = false
    private var isPaused = false
    private var deferred: [() -> Void] = []
    private var isTickPlanned = false
    private var isReadingPlanned = false
    private var isDraining = false
    /// How often its machine has started.
    private(set) var boots = 1
    /// When it last did, in milliseconds of the world.
    private var bootTime = 0
    private var spent = 0
    private var busyUntil = 0

    var losesPower = false
    var startsNewEpoch = false
    /// Done when it has come up, before anybody is served.
    var whenUp: ((SQLiteJournal) -> Void)?
    /// Done once when it is down after an orderly end.
    var whenDown: (() throws -> Void)?
    var history = StoreHistory()

    init(
        _ name: ServiceName,
        disk: SimulatedDisk?,
        _ world: World,
        _ network: Network,
        _ settings: StoreSettings,
        makeService: @escaping (Logger) throws -> any WorkerService
    ) {
        self.name = name
        self.disk = disk
        self.world = world
        self.network = network
        self.settings = settings
        self.makeService = makeService
    }

    var isUp: Bool { live != nil && !isPaused }
    var isDead: Bool { isFlaggedDead || disk?.isDead == true }

    var time: Int {
        spent += disk?.takeTime() ?? 0
        return world.now + spent
    }

    // MARK: Start

    func start() {
        guard live == nil else { return }
        life += 1
        isWorking = true
        disk?.setClock(world.wall(at: time))
        do {
            try open()
            if let base = live?.journal?.base { whenUp?(base) }
            world.note("\(name.rawValue) is up, epoch \(live?.journal?.epoch ?? "none")")
        } catch {
            if let error = error as? StorageError, error.code == .corrupt {
                world.find("\(name.rawValue) refuses its own store: \(error.code)")
            }
            world.note("\(name.rawValue) does not start")
            if !isDead { startLater() }
        }
        settle()
    }

    private func open() throws {
        var log = Logger(label: name.rawValue) { [lines] _ in TraceLog(lines) }
        log.logLevel = .notice
        let service = try makeService(log)
        balanceRule = service.balanceRule
        tables = service.tables
        var journal: WitnessJournal?
        if let disk {
            let base = try SQLiteJournal(opening: configuration(disk, service.initialLevels))
            startsNewEpoch = false
            journal = WitnessJournal(
                base,
                of: self,
                willPrune: { [unowned self] in keepRows($0) },
                didPrune: { [world] in world.counts.add(.pruned) }
            )
        }
        do {
            var dependencies = RequestEngine.Dependencies(processID: "\(name.rawValue)-\(life)")
            dependencies.clock = { [unowned self] in moment() }
            dependencies.bootClock = { [unowned self] in
                BootMoment(boot: "boot \(boots)", milliseconds: time / millisecond + world.slept - bootTime)
            }
            let engine = try RequestEngine(service: service, journal: journal, dependencies)
            let sockets = ServerSockets(self, world)
            let loop = WorkerLoop(
                engine: engine,
                transport: sockets,
                intervals: WorkerIntervals(maintenance: .milliseconds(settings.maintenanceInterval)),
                log: log
            ) { [unowned self] end in
                switch end {
                case .drain:
                    world.counts.add(.drainByCall)
                    drain()
                case .damage(let error):
                    // A process that has died reads nothing sensible any more.
                    if !isDead { world.find("\(name.rawValue) finds its own store damaged: \(error)") }
                case .memory: break
                }
            }
            live = Live(loop: loop, sockets: sockets, journal: journal)
            network.listen(name, sockets)
            loop.checkStore()
        } catch {
            journal?.close()
            throw error
        }
    }

    private func moment() -> Moment {
        let time = time
        disk?.setClock(world.wall(at: time))
        // The monotonic clock has run for an hour.
        return Moment(monotonic: UInt64(3_600 * second + time), wall: world.wall(at: time))
    }

    private func startLater() {
        let next = life
        world.after(world.random.int(50...1_500) * millisecond) { [self] in
            if next == life { start() }
        }
    }

    // MARK: Work

    func step() {
        spent += 2_000
        guard let steps = stepsToLive, !isDead else { return }
        stepsToLive = steps - 1
        guard steps <= 1 else { return }
        stepsToLive = nil
        world.counts.add(.crashInTick)
        flagDead()
    }

    private func flagDead() {
        isFlaggedDead = true
        disk?.crash()
    }

    func wakeForRequests() {
        guard !isTickPlanned else { return }
        isTickPlanned = true
        plan(after: world.random.int(0...500_000)) { [self] live in
            isTickPlanned = false
            live.loop.tick()
            if !isDead, live.sockets.hasRequests { wakeForRequests() }
        }
    }

    func wakeForSubscriptions() {
        guard !isReadingPlanned else { return }
        isReadingPlanned = true
        plan(after: world.random.int(0...500_000)) { [self] live in
            isReadingPlanned = false
            live.loop.readSubscriptions()
            if !isDead, live.sockets.hasWishes { wakeForSubscriptions() }
        }
    }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        let life = life
        return world.schedule(after: delay) { [self] in
            work(in: life) { _ in perform() }
        }
    }

    private func plan(after nanoseconds: Int, _ body: @escaping (Live) -> Void) {
        let life = life
        world.after(nanoseconds) { [self] in work(in: life, body) }
    }

    /// Does something in the process, when it is not stopped and has finished what it was at.
    private func work(in life: Int, _ body: @escaping (Live) -> Void) {
        guard life == self.life, let live, !isDead else { return }
        guard !isPaused else {
            deferred.append { [self] in work(in: life, body) }
            return
        }
        guard world.now >= busyUntil else {
            world.after(busyUntil - world.now) { [self] in work(in: life, body) }
            return
        }
        isWorking = true
        disk?.setClock(world.wall(at: time))
        body(live)
        settle()
    }

    /// After each piece of work: how long it took, what it logged, and whether the process is still alive.
    private func settle() {
        isWorking = false
        busyUntil = time
        spent = 0
        for line in lines.take() { world.noteLog(line, of: name.rawValue) }
        if isDead { clear() }
    }

    private func keepRows(_ journal: SQLiteJournal) {
        guard settings.retainedEvents != nil else { return }
        do { try history.keep(journal) } catch { world.note("\(name.rawValue) rows cannot be read before pruning") }
    }

    // MARK: End

    func dieAfter(steps: Int) { stepsToLive = steps }

    func die() {
        guard live != nil, !isDead else { return }
        world.counts.add(.crashBetweenIterations)
        flagDead()
        if !isWorking { clear() }
    }

    /// Clears a dead process away and starts the next one later.
    private func clear() {
        world.note("\(name.rawValue) died\(losesPower ? " with the machine" : "")")
        if !isFlaggedDead { world.counts.add(.crashInDisk) }
        close(isCrash: true)
        do {
            if losesPower {
                losesPower = false
                try disk?.losePower()
                boots += 1
                bootTime = world.now / millisecond + world.slept
                world.counts.add(.powerLoss)
            }
        } catch {
            world.find("\(error)")
        }
        disk?.revive()
        isFlaggedDead = false
        startLater()
    }

    private func close(isCrash: Bool) {
        network.listen(name, nil)
        live?.loop.close()
        live?.sockets.close(isCrash: isCrash)
        if isCrash { live?.journal?.base.lock.release(leavingFile: true) }
        live?.journal?.close()
        live = nil
        life += 1
        deferred = []
        stepsToLive = nil
        isPaused = false
        isTickPlanned = false
        isReadingPlanned = false
        isDraining = false
    }

    func terminate() {
        guard isUp, !isDraining else { return }
        world.counts.add(.drain)
        let life = life
        work(in: life) { [self] _ in drain() }
    }

    private func drain() {
        guard !isDraining, let live else { return }
        isDraining = true
        live.loop.drain { [self] in
            guard !isDead else { return }
            world.note("\(name.rawValue) has drained")
            close(isCrash: false)
            guard !isDead else { return }
            do { try whenDown?() } catch { world.find("\(error)") }
            whenDown = nil
            startLater()
        }
    }

    /// How often it is asked what there is to tidy up, in nanoseconds.
    var maintenanceTime: Int { settings.maintenanceInterval * millisecond }

    /// Ends it for good, in an orderly way.
    func stop() {
        if live != nil { close(isCrash: false) }
    }

    /// How far the stream has come; `nil` while the service is down.
    var head: StreamMarker? {
        live?.journal.map { StreamMarker(epoch: $0.epoch, sequence: $0.lastSequence, time: 0) }
    }

    func reload() {
        guard isUp else { return }
        let life = life
        work(in: life) { [self] live in
            let before = live.journal?.lastEntry
            live.loop.reload()
            guard !isDead else { return }
            world.counts.add(live.journal?.lastEntry == before ? .failedReload : .reload)
        }
    }

    func pause(for nanoseconds: Int) {
        guard isUp else { return }
        world.note("\(name.rawValue) is stopped")
        isPaused = true
        let life = life
        world.after(nanoseconds) { [self] in if life == self.life { resume() } }
    }

    private func resume() {
        guard isPaused else { return }
        world.note("\(name.rawValue) goes on")
        isPaused = false
        let waiting = deferred
        deferred = []
        for perform in waiting { perform() }
    }

    func heal() {
        stepsToLive = nil
        losesPower = false
        disk?.heal()
        resume()
    }
}
