import Glibc
import PostgreSQLLog
import ReplicatedLog
import TestKit
import Testing

/// What is said of a database that cannot be used, and that it is used when it can be.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, PostgreSQLServer.comment), .timeLimit(.minutes(10)))
struct ConnectionTests {
    @Test(arguments: [
        "postgresql://user:secret@host:port:5432/x", "host=/tmp secret", "host=a,b hostaddr=127.0.0.1 password=secret",
        "host=a,b,c port=1,2 password=secret", "host=a port=70000 password=secret", "nonsense=secret",
        "host=a\0b secret",
    ])
    func `a connection string that cannot be read is refused at once, and not repeated`(_ text: String) async throws {
        let error = try await withDatabase(text) { bench in
            await #expect(throws: LogError.self) { try await bench.worker("a").bounds() }
        }
        #expect(error?.code == .misconfigured)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `nobody listens`() async throws {
        let directory = try TemporaryDirectory()
        #expect(try await failure("host=\(directory.path) dbname=x") == .unreachable)
        #expect(try await failure("host=127.0.0.1 port=1 dbname=x") == .unreachable)
        #expect(try await failure("host=nowhere.invalid dbname=x") == .unreachable)
    }

    @Test func `a host that accepts and says nothing does not keep the others from being tried`() async throws {
        let server = try PostgreSQLServer.shared()
        let silent = try SilentServer()
        let database = try await MigratedDatabase.shared.name()
        let hosts = "host=/nowhere,nowhere.invalid,\(silent.directory),\(server.host) connect_timeout=1"
        let connection = server.connection(database).split(separator: " ").dropFirst().joined(separator: " ")
        try await withDatabase("\(hosts) \(connection)") { (bench) async throws in
            #expect(try await bench.worker("a").takeOver() == 1)
        }
        #expect(try await failure("host=\(silent.directory) connect_timeout=1 dbname=x") == .unreachable)
    }

    @Test func `whom the database does not let in is told so`() async throws {
        let server = try PostgreSQLServer.shared()
        try server.sql("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        let database = try await MigratedDatabase.shared.name()
        #expect(try await failure(server.connection(database, user: "guarded", "password=wrong")) == .denied)
        #expect(try await failure(server.connection(database, user: "guarded")) == .denied)
        // Let in, but without any right.
        #expect(try await failure(server.connection(database, user: "guarded", "password=right")) == .denied)
        #expect(try await failure(server.connection(database, user: "nobody")) == .denied)
        #expect(try await failure(server.connection("no_database")) == .denied)
    }

    @Test func `a commit is durable whatever the session was to be set to`() async throws {
        let server = try PostgreSQLServer.shared()
        let database = try await MigratedDatabase.shared.name()
        for (set, found) in [("off", "on"), ("local", "on"), ("remote_write", "on"), ("remote_apply", "remote_apply")] {
            let connection = server.connection(database, "options='-c synchronous_commit=\(set)'")
            #expect(try await report(connection).synchronousCommit == found)
        }
    }

    @Test func `what the server says of itself is reported`() async throws {
        let server = try PostgreSQLServer.shared()
        let database = try await MigratedDatabase.shared.name()
        let report = try await report(server.connection(database))
        #expect(
            report.version >= 120_000 && report.fsync && !report.isInRecovery && report.synchronousCommit == "on"
        )
        #expect(report.durability == .oneMachine(asynchronousReceivers: 0))
    }

    private func report(_ connection: String) async throws -> ServerReport {
        try await withDatabase(connection) { bench in
            try await bench.call("a") { log, done in
                guard let log = log as? PostgreSQLLog else {
                    return done(Result<ServerReport, LogError>.failure(.none))
                }
                log.connect(done)
            }.get()
        }
    }

    @Test(arguments: ["26000", "42P05", "08P01"])
    func `a session that something in between has changed is left for another, with a word about pools`(
        _ state: String
    ) async throws {
        let server = try PostgreSQLServer.shared()
        let database = try server.makeDatabase()
        let connection = server.connection(database)
        _ = try await migrate(connection)
        try await withDatabase(connection) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            let processes = "SELECT string_agg(pid::text, ',') FROM pg_stat_activity WHERE datname = '\(database)'"
            let before = try server.sql(processes)
            try server.sql(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'not of this session' USING ERRCODE = '\(state)'; END $$;
                CREATE TRIGGER refuse BEFORE INSERT ON jangteo.log EXECUTE FUNCTION refuse();
                """,
                in: database
            )
            guard case .failed(let error) = try await a.append("x", at: 1, term: 1) else { throw Unexpected() }
            #expect(error.code == .unreachable)
            #expect(error.message.contains("SQLSTATE \(state)") && error.message.contains("is there a pool"))
            try server.sql("DROP TRIGGER refuse ON jangteo.log", in: database)
            #expect(try await a.append("x", at: 1, term: 1) == .appended)
            #expect(try server.sql(processes) != before)
        }
    }

    @Test func `a server that takes no writes is found out, and used again when it takes them`() async throws {
        let server = try PostgreSQLServer.shared()
        let database = try server.makeDatabase()
        let connection = server.connection(database)
        _ = try await migrate(connection)
        try await withDatabase(connection) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            try server.sql("ALTER DATABASE \(database) SET default_transaction_read_only = on")
            #expect(try await failure(connection) == .readOnly)
            // The connection that is there is told at the next statement of a new transaction.
            try server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
            #expect(try await a.append("x", at: 1, term: 1).code == .readOnly)
            try server.sql("ALTER DATABASE \(database) RESET default_transaction_read_only")
            while true {
                let outcome = try await a.append("x", at: 1, term: 1)
                if outcome == .appended { break }
                #expect(outcome.code == .readOnly)
            }
        }
    }

    @Test func `a connection that ends while nothing is asked is made again`() async throws {
        let server = try PostgreSQLServer.shared()
        let database = try server.makeDatabase()
        _ = try await migrate(server.connection(database))
        try await withDatabase(server.connection(database)) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...5 {
                try server.sql(
                    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '\(database)'"
                )
                // The call may meet the connection before the news of its end has come: then it is not known.
                switch try await a.append("x", at: position, term: position) {
                case .appended: #expect(try await a.takeOver() == position + 1)
                case .unknown:
                    guard case .notApplied(let lease) = try await a.resolve(at: position, term: position) else {
                        throw Unexpected()
                    }
                    #expect(try await a.append("x", at: position, term: lease.term) == .appended)
                default: throw Unexpected()
                }
            }
        }
    }

    @Test func `a full disk is told, and writing goes on when there is space`() async throws {
        guard SmallDisk.isAvailable else { return }
        let server = try PostgreSQLServer.shared()
        let disk = try SmallDisk(kilobytes: 8_192)
        try disk.giveTo("postgres")
        let database = try server.makeDatabase()
        _ = try await migrate(server.connection(database))
        let space = "small_\(database)"
        try server.sql("CREATE TABLESPACE \(space) LOCATION '\(disk.path)'")
        try server.sql("ALTER TABLE jangteo.log SET TABLESPACE \(space)", in: database)
        try disk.fill()
        try await withDatabase(server.connection(database)) { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            let large = LogPayload(format: 1, [UInt8](repeating: 1, count: 1_000_000))
            #expect(try await a.append(large, at: 1, term: 1).code == .full)
            try disk.free()
            #expect(try await a.append(large, at: 1, term: 1) == .appended)
        }
        try server.sql("DROP DATABASE \(database)")
        try server.sql("DROP TABLESPACE \(space)")
    }

    /// Why a database cannot be used; `nil` when it can be.
    private func failure(_ connection: String) async throws -> LogError.Code? {
        try await withDatabase(connection) { bench in
            do throws(any Error) {
                _ = try await bench.worker("a").bounds()
                return nil
            } catch {
                let error = try #require(error as? LogError)
                #expect(!error.message.isEmpty && !error.advice.isEmpty)
                return error.code
            }
        }
    }
}

extension LogError {
    static var none: LogError { LogError(.failing, "There is nothing") }
}

/// Accepts connections where a server would, and says nothing.
private final class SilentServer: Sendable {
    private let place: TemporaryDirectory
    private let descriptor: CInt

    var directory: String { place.path }

    init() throws {
        place = try TemporaryDirectory()
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(place.path)/.s.PGSQL.5432".utf8CString)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.map { UInt8(bitPattern: $0) }) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 8) == 0)
    }

    deinit { close(descriptor) }
}
