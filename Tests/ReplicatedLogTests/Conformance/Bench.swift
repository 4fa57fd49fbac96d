import Platform
import PostgreSQLLog
import ReplicatedLog
import SimulatedLog
import Testing
import ZeroMQ

/// An implementation of `ReplicatedLog`, so that every test of the contract runs on each of them.
struct Engine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Finds the database to use; nothing for an engine without one.
    fileprivate var prepare: @Sendable () async throws -> String = { "" }
    /// Makes a log's maker, on the thread of a node: all its logs share one engine.
    fileprivate let open: @Sendable (ZMQNode, _ database: String) throws -> Opened

    fileprivate struct Opened {
        let log: (LogIdentity) throws -> any ReplicatedLog
        let damage: (_ stream: String, _ position: Int, Damage) throws -> Void
        /// What the engine's clock does to leases that were given, when it is set back.
        let setBack: (_ stream: String, _ hours: Int) throws -> Void
    }

    /// What can happen to a row.
    enum Damage { case missing, changed, moved }

    static let memory = Engine(testDescription: "memory") { node, _ in
        let engine = SimulatedEngine(
            seed: 1,
            now: { .nanoseconds(Int64(SystemClock.monotonic)) },
            schedule: { node.schedule(after: $0, $1) }
        )
        return Opened(
            log: { engine.log($0) },
            damage: { stream, position, damage in
                let row = engine.storage.streams[stream]?.rows.removeValue(forKey: position)
                switch damage {
                case .missing: break
                case .changed:
                    var row = try #require(row)
                    row.payload[2] ^= 1
                    engine.storage.streams[stream]?.rows[position] = row
                case .moved:
                    let next = engine.storage.streams[stream]?.rows[position + 1]
                    engine.storage.streams[stream]?.rows[position] = next
                }
            },
            setBack: { _, hours in engine.clockSkew -= .seconds(3_600 * hours) }
        )
    }

    static let postgreSQL = Engine(
        testDescription: "PostgreSQL",
        prepare: { try await MigratedDatabase.shared.name() }
    ) { node, database in
        let server = try PostgreSQLServer.shared()
        return Opened(
            log: { try PostgreSQLLog(server.connection(database), identity: $0, on: node) },
            damage: {
                stream,
                position,
                damage in
                let row = "WHERE stream = '\(stream)' AND position"
                let change =
                    switch damage {
                    case .missing: "DELETE FROM jangteo.log \(row) = \(position)"
                    case .changed: "UPDATE jangteo.log SET payload = set_byte(payload, 2, 1) \(row) = \(position)"
                    case .moved:
                        "DELETE FROM jangteo.log \(row) = \(position); INSERT INTO jangteo.log SELECT stream, \(position), term, writer,"
                            + " payload, checksum FROM jangteo.log \(row) = \(position + 1)"
                    }
                try server.sql(change, in: database)
            },
            setBack: { stream, hours in
                let change = "UPDATE jangteo.lease SET expires = expires + interval '\(hours) hours'"
                try server.sql("\(change) WHERE stream = '\(stream)'", in: database)
            }
        )
    }

    /// A database that does not need to have the schema, nor to exist.
    init(_ connection: String, callTimeout: Duration) {
        testDescription = connection
        open = { node, _ in
            let options = PostgreSQLLogOptions(callTimeout: callTimeout)
            return Opened(
                log: { try PostgreSQLLog(connection, identity: $0, options: options, on: node) },
                damage: { _, _, _ in },
                setBack: { _, _ in }
            )
        }
    }

    private init(
        testDescription: String,
        prepare: @escaping @Sendable () async throws -> String = { "" },
        open: @escaping @Sendable (ZMQNode, _ database: String) throws -> Opened
    ) {
        (self.testDescription, self.prepare, self.open) = (testDescription, prepare, open)
    }

    static let all = PostgreSQLServer.isInstalled ? [memory, postgreSQL] : [memory]

    /// Runs a test with workers of a stream of its own.
    func withBench<R: Sendable>(_ body: (Bench) async throws -> R) async throws -> R {
        try await ZMQNode.withNode(name: "log") { node in
            let bench = Bench(node)
            try await bench.open(self, prepare())
            do {
                let result = try await body(bench)
                await bench.close()
                return result
            } catch {
                await bench.close()
                throw error
            }
        }
    }
}

/// The thread of all logs of a test.
actor Bench {
    nonisolated let stream = "stream-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    nonisolated let node: ZMQNode
    private var engine: Engine.Opened?
    private var logs: [String: any ReplicatedLog] = [:]

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) { self.node = node }

    func open(_ engine: Engine, _ database: String) throws { self.engine = try engine.open(node, database) }

    nonisolated func worker(_ name: String) -> Worker { Worker(bench: self, name: name) }

    func damage(_ position: Int, _ damage: Engine.Damage) throws { try engine?.damage(stream, position, damage) }

    /// Leaves the lease as far ahead as a clock that is set back leaves it.
    func setClockBack(hours: Int) throws { try engine?.setBack(stream, hours) }

    /// Makes one call with the log of a worker, and waits for its answer.
    func call<R: Sendable>(
        _ writer: String,
        _ body: @Sendable (any ReplicatedLog, @escaping (R) -> Void) -> Void
    ) async throws -> R {
        let log = try log(of: writer)
        return await withCheckedContinuation { continuation in body(log) { continuation.resume(returning: $0) } }
    }

    /// Does something on the thread of the logs.
    func run<R: Sendable>(_ writer: String, _ body: @Sendable (any ReplicatedLog) throws -> R) throws -> R {
        try body(log(of: writer))
    }

    private func log(of writer: String) throws -> any ReplicatedLog {
        if let log = logs[writer] { return log }
        let log = try #require(try engine?.log(LogIdentity(stream: stream, writer: writer)))
        logs[writer] = log
        return log
    }

    func close() {
        for log in logs.values { log.close() }
    }
}
