internal import CSimulatedDisk
package import Messages
package import SQLiteJournal
package import WireJSON
package import WorkerEngine
internal import ZeroMQ

/// A worker under test: the loop, the engine and the store of production, on a simulated disk and clock.
///
/// It runs on the thread of its test and only while it is called: no port, no other process, no waiting. All that is
/// left to chance follows from its seed. The first one must be made before anything else in the process uses SQLite.
public final class SimulatedWorker {
    /// What goes wrong in a commit.
    public enum CommitFault: Sendable {
        /// The disk is full: what was written is refused, and has changed nothing.
        case full
        /// A write fails, as EIO: whether the commit is there is known when the store works again.
        case failedWrite
        /// A sync fails, as EIO, with the same consequence.
        case failedSync
    }

    /// Why a call has no answer: the worker is down, or died before it gave one.
    public struct NoAnswer: Error, CustomStringConvertible {
        /// One sentence.
        public let description: String
    }

    /// Its disk, with all the faults that it can have.
    package let disk: SimulatedDisk
    /// What was attached to the last answer.
    public private(set) var attachments: [[UInt8]] = []
    let world: World
    let server: SimulatedServer<DirectSockets>
    private let exchange: Exchange
    private let directory: SimulationDirectory
    private let reader = JSONReader(limits: JSONLimits(bytes: 1 << 24, members: 1 << 16))
    private var calls = 0
    /// How many faults there had been when the next commit was to fail; `nil` when it is not.
    private var faultsBefore: UInt64?

    /// Makes a worker with a new store and starts it.
    ///
    /// - Parameters:
    ///   - seed: What follows from it is always the same.
    ///   - makeService: Makes the service, once for its name and at each start.
    /// - Throws: What `makeService` throws, `StorageError`, or ``SimulationError`` where SQLite is in use already.
    package convenience init(seed: UInt64 = 1, _ makeService: @escaping () throws -> any WorkerService) throws {
        try self.init(seed: seed, onDisk: { _ in try makeService() })
    }

    /// Makes a worker of a service that has files, too.
    ///
    /// - Parameters:
    ///   - seed: As above.
    ///   - makeService: Makes the service, without a disk for its name, and on one at each start.
    convenience init(seed: UInt64, onDisk makeService: @escaping (SimulatedDisk?) throws -> any WorkerService) throws {
        try self.init(stopped: seed, settings: StoreSettings(), makeService)
        try start()
    }

    /// Makes a worker that was never started.
    init(
        stopped seed: UInt64,
        settings: StoreSettings,
        _ makeService: @escaping (SimulatedDisk?) throws -> any WorkerService
    ) throws {
        let (world, exchange) = (World(seed: seed, isPrinted: false), Exchange())
        (self.world, self.exchange) = (world, exchange)
        directory = try SimulationDirectory()
        disk = try SimulatedDisk(directory: directory.next(), seed: world.random.next())
        disk.useOneThread()
        server = SimulatedServer(
            try makeService(nil).name,
            in: world,
            disk: disk,
            settings: settings,
            restarts: false,
            makeSockets: { DirectSockets(of: $0, in: world, by: exchange) },
            makeService: { [disk] _ in try makeService(disk) }
        )
    }

    deinit {
        server.stop()
        world.end()
        SimulatedDisk.outside { directory.remove() }
    }

    // MARK: Life

    /// Whether it answers.
    public var isUp: Bool { server.isUp }
    /// What must not be and was noticed: a store that is damaged, or refused by the service that has written it.
    public var findings: [String] { world.findings }

    /// Starts it, when it is down.
    ///
    /// - Throws: Why it does not start, such as `StorageError`.
    public func start() throws {
        server.start()
        if let error = server.startError { throw error }
        guard isUp else { throw NoAnswer(description: "the worker died while it started") }
        server.wakeForSubscriptions()
        pass(.milliseconds(1))
    }

    /// Ends it in an orderly way.
    public func stop() {
        server.stop()
        if disk.isDead { disk.revive() }
    }

    /// Ends its process, as SIGKILL does: what was written is still there.
    public func kill() {
        server.die()
    }

    /// Takes the power from its machine: what was synced is still there, and of the rest what chance leaves.
    ///
    /// - Throws: ``SimulationError`` when its files cannot be set back.
    public func losePower() throws {
        try server.losePower()
    }

    /// Lets the next commit fail; after that the disk works again.
    public func failNextCommit(_ fault: CommitFault) {
        faultsBefore = faults
        switch fault {
        case .full: disk.setRoom(0)
        case .failedWrite: disk.failWrites(1)
        case .failedSync: disk.failSyncs(1)
        }
    }

    private var faults: UInt64 {
        let counts = disk.counts
        return counts.full_writes + counts.failed_writes + counts.failed_syncs
    }

    /// Lets time pass, in which it tidies up, and tries a store again that has failed.
    public func pass(_ time: Duration) {
        world.run(until: world.now + Int(time / .nanoseconds(1)))
    }

    // MARK: Calls

    /// Calls a method, as a peer on the same machine does, and waits for the answer.
    ///
    /// - Parameters:
    ///   - method: Its name.
    ///   - params: A JSON object.
    ///   - key: The idempotency key of a write.
    ///   - attachments: What is sent beside it.
    /// - Returns: The result.
    /// - Throws: ``RPCError`` when it is refused; ``NoAnswer`` when the worker dies before.
    package func call(
        _ method: String,
        params: String = "{}",
        key: String? = nil,
        attachments: [[UInt8]] = []
    ) throws -> JSONNode {
        calls += 1
        return try ask(method, params: params, key: key, id: "call \(calls)", attachments: attachments).outcome.get()
    }

    func ask(
        _ method: String,
        params: String,
        key: String?,
        id: String,
        attachments: [[UInt8]] = []
    ) throws(NoAnswer) -> Reply {
        guard isUp else { throw NoAnswer(description: "the worker is down") }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("id", id)
        writer.member("method", method)
        writer.member("params", raw: Array(params.utf8))
        if let key { writer.member("meta", RequestMeta(idempotencyKey: key)) }
        writer.endObject()
        var request = ZMQMultipart(Array("caller".utf8), [], writer.bytes)
        for attachment in attachments { request.append(attachment) }
        exchange.request = request
        exchange.answer = nil
        server.wakeForRequests()
        world.run(until: world.now + 60 * second) { exchange.answer != nil || !isUp }
        if let before = faultsBefore, faults > before {
            faultsBefore = nil
            disk.heal()
        }
        guard let answer = exchange.answer, let node = try? reader.read(answer.frame(2)), let reply = Reply(node) else {
            throw NoAnswer(description: isUp ? "there is no answer" : "the worker died before it answered")
        }
        self.attachments = (3..<max(3, answer.count)).map { answer.frame($0) }
        return reply
    }

    // MARK: Events and store

    /// The events that it has published, in all its lives: those that a subscriber has seen who was always there.
    package var events: [CloudEvent] { exchange.events }

    /// All events of its stream, read as a subscriber reads what it has missed.
    ///
    /// - Throws: As ``call(_:params:key:attachments:)`` does.
    package func replay() throws -> [CloudEvent] {
        var events: [CloudEvent] = []
        while true {
            let result = try call("events.replay", params: "{\"after\":\(events.last?.sequence ?? 0)}")
            guard let page = EventsReplayResult(result) else {
                throw NoAnswer(description: "the answer is no page of events")
            }
            events += page.events
            if page.isComplete { return events }
        }
    }

    /// Opens the store of a worker that is down, through the checks of an ordinary start.
    ///
    /// - Throws: `StorageError`, or what `body` throws.
    package func withStore<Value>(_ body: (SQLiteJournal) throws -> Value) throws -> Value {
        try server.withClosedStore(body)
    }
}
