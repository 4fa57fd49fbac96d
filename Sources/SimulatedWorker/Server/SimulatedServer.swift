internal import Journal
package import Logging
package import Messages
internal import Platform
package import SQLiteJournal
package import WorkerEngine
internal import WorkerRuntime

/// One service over all its lives: the real loop, engine, journal and rules, on simulated sockets, disk and clock.
package final class SimulatedServer<Sockets: SimulatedSockets>: ServerControl {
    /// What exists while its process lives.
    private struct Live {
        let loop: WorkerLoop<Sockets>
        let sockets: Sockets
        let journal: WitnessJournal?
    }

    /// Which service it is.
    package let name: ServiceName
    /// The disk of its store; `nil` for a service without one.
    package let disk: SimulatedDisk?
    let world: World
    /// How its store is kept.
    package let settings: StoreSettings
    /// Whether it is started again by itself when it has ended.
    private let restarts: Bool
    private let makeSockets: (any ServerControl) -> Sockets
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

    /// Its end is a loss of power from now on, and not only the death of the process.
    package var losesPower = false
    /// Whether the next start begins a new life of the stream.
    package var startsNewEpoch = false
    /// Why the last start has failed.
    private(set) var startError: (any Error)?
    /// Done when it has come up, before anybody is served.
    package var whenUp: ((SQLiteJournal) -> Void)?
    /// Done once when it is down after an orderly end.
    package var whenDown: (() throws -> Void)?
    /// Done before old rows are deleted.
    package var willPrune: ((SQLiteJournal) -> Void)?

    /// A service that has not been started.
    ///
    /// - Parameters:
    ///   - name: Which service it is.
    ///   - world: Where it lives.
    ///   - disk: The disk of its store; `nil` for a service without one.
    ///   - settings: How its store is kept.
    ///   - restarts: Whether it is started again by itself when it has ended.
    ///   - makeSockets: Makes its end of all connections, at each start.
    ///   - makeService: Makes the service, at each start.
    package init(
        _ name: ServiceName,
        in world: World,
        disk: SimulatedDisk?,
        settings: StoreSettings,
        restarts: Bool = true,
        makeSockets: @escaping (any ServerControl) -> Sockets,
        makeService: @escaping (Logger) throws -> any WorkerService
    ) {
        self.name = name
        self.disk = disk
        self.world = world
        self.settings = settings
        self.restarts = restarts
        self.makeSockets = makeSockets
        self.makeService = makeService
    }

    /// Whether it answers.
    package var isUp: Bool { live != nil && !isPaused }
    package var isDead: Bool { isFlaggedDead || disk?.isDead == true }

    package var time: Int {
        spent += disk?.takeTime() ?? 0
        return world.now + spent
    }

    // MARK: Start

    /// Starts it, when it is down; a start that fails is tried again if it ``restarts``.
    package func start() {
        guard live == nil else { return }
        startError = nil
        life += 1
        isWorking = true
        disk?.setClock(world.wall(at: time))
        do {
            try open()
            if let base = live?.journal?.base { whenUp?(base) }
            world.note("\(name.rawValue) is up, epoch \(live?.journal?.epoch ?? "none")")
        } catch {
            startError = error
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
            let base = try SQLiteJournal(opening: configuration(disk, levels: service.initialLevels))
            startsNewEpoch = false
            journal = WitnessJournal(
                base,
                of: self,
                willPrune: { [unowned self] in willPrune?($0) },
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
            let sockets = makeSockets(self)
            let loop = WorkerLoop(
                engine: engine,
                transport: sockets,
                maintenance: .milliseconds(settings.maintenanceInterval),
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
        guard restarts else { return }
        let next = life
        world.after(world.random.int(50...1_500) * millisecond) { [self] in
            if next == life { start() }
        }
    }

    // MARK: Work

    package func step() {
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

    package func wakeForRequests() {
        guard !isTickPlanned else { return }
        isTickPlanned = true
        plan(after: world.random.int(0...500_000)) { [self] live in
            isTickPlanned = false
            live.loop.tick()
            if !isDead, live.sockets.hasRequests { wakeForRequests() }
        }
    }

    package func wakeForSubscriptions() {
        guard !isReadingPlanned else { return }
        isReadingPlanned = true
        plan(after: world.random.int(0...500_000)) { [self] live in
            isReadingPlanned = false
            live.loop.readSubscriptions()
            if !isDead, live.sockets.hasWishes { wakeForSubscriptions() }
        }
    }

    package func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> World.Timer {
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

    // MARK: End

    /// It dies at a later step of an iteration.
    package func dieAfter(steps: Int) { stepsToLive = steps }

    /// It dies now.
    package func die() {
        guard live != nil, !isDead else { return }
        world.counts.add(.crashBetweenIterations)
        flagDead()
        if !isWorking { clear() }
    }

    /// The machine loses its power, whether its process lives or not.
    func losePower() throws {
        guard live == nil else {
            losesPower = true
            return die()
        }
        try cutPower()
    }

    private func cutPower() throws {
        losesPower = false
        try disk?.losePower()
        boots += 1
        bootTime = world.now / millisecond + world.slept
        world.counts.add(.powerLoss)
    }

    /// Clears a dead process away and starts the next one later.
    private func clear() {
        world.note("\(name.rawValue) died\(losesPower ? " with the machine" : "")")
        if !isFlaggedDead { world.counts.add(.crashInDisk) }
        close(isCrash: true)
        do {
            if losesPower { try cutPower() }
        } catch {
            world.find("\(error)")
        }
        disk?.revive()
        isFlaggedDead = false
        startLater()
    }

    private func close(isCrash: Bool) {
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

    /// SIGTERM.
    package func terminate() {
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
    package var maintenanceTime: Int { settings.maintenanceInterval * millisecond }

    /// Ends it for good, in an orderly way.
    package func stop() {
        if live != nil { close(isCrash: false) }
    }

    /// How far the stream has come; `nil` while the service is down.
    package var head: StreamMarker? {
        live?.journal.map { StreamMarker(epoch: $0.epoch, sequence: $0.lastSequence, time: 0) }
    }

    /// SIGHUP.
    package func reload() {
        guard isUp else { return }
        let life = life
        work(in: life) { [self] live in
            let before = live.journal?.lastEntry
            live.loop.reload()
            guard !isDead else { return }
            world.counts.add(live.journal?.lastEntry == before ? .failedReload : .reload)
        }
    }

    /// SIGSTOP, and SIGCONT after a while.
    package func pause(for nanoseconds: Int) {
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

    /// No faults any more: it must come up and stay up.
    package func heal() {
        stepsToLive = nil
        losesPower = false
        disk?.heal()
        resume()
    }
}
