import Foundation
import Glibc
import TestKit
import Testing

/// A PostgreSQL of a test's own, from Debian's package: on a Unix socket in a temporary directory, without TCP.
///
/// It ends with the last reference, and with the process of the tests however that ends.
final class PostgreSQLServer: Sendable {
    /// Whether it is installed.
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "\(programs)/postgres")
    static let comment: Comment = "PostgreSQL is not installed: scripts/install-dependencies --test"

    /// Where Debian has the programs of the newest version that is there.
    private static let programs: String = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return "/usr/lib/postgresql/\(versions.compactMap { Int($0) }.max() ?? 0)/bin"
    }()
    /// The owner of everything in it.
    private static let superuser = "owner"

    private static let common = Lazy { try PostgreSQLServer() }

    /// One for all tests that do it no harm; each has a database of its own.
    static func shared() throws -> PostgreSQLServer { try common.value() }

    private let directory: TemporaryDirectory
    private let process: Started

    init() throws {
        directory = try TemporaryDirectory()
        let data = "\(directory.path)/data"
        if getuid() == 0 { try Self.run("/usr/bin/chown", "postgres", directory.path) }
        try Self.run(
            Self.unprivileged + [
                "\(Self.programs)/initdb", "-D", data, "-U", Self.superuser, "-A", "trust", "-E", "UTF8",
                "--locale=C.UTF-8", "--no-sync",
            ]
        )
        let access = "local all guarded scram-sha-256\nlocal all all trust\n"
        try Data(access.utf8).write(to: URL(filePath: "\(data)/pg_hba.conf"))
        process = try Started(Self.command(directory.path))
        try waitUntilReady()
    }

    /// Where a database of it is.
    ///
    /// - Parameters:
    ///   - user: Its owner where nothing is said.
    ///   - more: Further settings of libpq.
    func connection(_ database: String, user: String? = nil, _ more: String = "") -> String {
        "host=\(directory.path) dbname=\(database) user=\(user ?? Self.superuser) \(more)"
    }

    /// Its directory, as the host of a connection string.
    var host: String { directory.path }

    /// Runs SQL as its owner, and returns what psql prints of it.
    @discardableResult
    func sql(_ text: String, in database: String = "postgres") throws -> String {
        try Self.run([
            "\(Self.programs)/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text,
            connection(database),
        ])
    }

    /// A new, empty database, and its name.
    func makeDatabase() throws -> String {
        let name = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        try sql("CREATE DATABASE \(name)")
        return name
    }

    /// Changes a setting of the whole server while it runs.
    func set(_ name: String, to value: String?) async throws {
        try sql(value.map { "ALTER SYSTEM SET \(name) = '\($0)'" } ?? "ALTER SYSTEM RESET \(name)")
        let reloads = "(SELECT pg_conf_load_time())"
        let before = try sql("SELECT \(reloads)")
        try sql("SELECT pg_reload_conf()")
        while try sql("SELECT \(reloads)") == before { await Task.yield() }
    }

    /// Runs SQL and keeps the transaction open until what is returned is ended.
    func hold(_ text: String, in database: String) throws -> Started {
        // What psql reads first, then our end of the pipe, until that is closed.
        let script = "(echo \"$1\"; cat) | exec \"$2\" -X -q \"$3\""
        return try Started(["/bin/sh", "-c", script, "sh", text, "\(Self.programs)/psql", connection(database)])
    }

    /// Waits until one of a database's statements waits, for what pg_stat_activity calls this.
    ///
    /// Between two looks other tasks have their turn: there may be as few threads as processors.
    func waitForBackend(waitingFor event: String, in database: String) async throws {
        let waiting =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND state = 'active'"
            + " AND wait_event_type = '\(event)' AND pid <> pg_backend_pid()"
        let end = SuspendingClock.now + .seconds(60)
        while try sql(waiting) == "0" {
            guard SuspendingClock.now < end else { throw Unexpected() }
            await Task.yield()
        }
    }

    /// Waits until somebody holds a transaction open in a database, and does nothing in it.
    func waitForBackend(inTransactionIn database: String) async throws {
        let waiting =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(database)' AND state = 'idle in transaction'"
        let end = SuspendingClock.now + .seconds(60)
        while try sql(waiting) == "0" {
            guard SuspendingClock.now < end else { throw Unexpected() }
            await Task.yield()
        }
    }

    /// Ends all its processes at once, as a loss of power would.
    func crash() throws {
        guard let postmaster = process.identifier else { return }
        let backends = (try? Self.run("/usr/bin/pgrep", "-P", "\(postmaster)"))?.split(separator: "\n") ?? []
        kill(postmaster, SIGKILL)
        for backend in backends.compactMap({ pid_t($0) }) { kill(backend, SIGKILL) }
    }

    /// Starts it again after ``crash()``; it recovers by itself.
    func restart() throws {
        process.end()
        try process.begin(Self.command(directory.path))
        try waitUntilReady()
    }

    private func waitUntilReady() throws {
        let deadline = Date.now + 120
        // pg_isready waits for an answer itself; between two of its tries there is only the start of a process.
        while (try? Self.run("\(Self.programs)/pg_isready", "-q", "-h", directory.path)) == nil {
            guard Date.now < deadline else { throw CocoaError(.executableRuntimeMismatch) }
        }
    }

    // MARK: Processes

    /// PostgreSQL refuses to be run by root.
    private static var unprivileged: [String] {
        getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
    }

    private static func command(_ directory: String) -> [String] {
        let server = [
            "\(programs)/postgres", "-D", "\(directory)/data", "-k", directory, "-c", "listen_addresses=",
            "-c", "max_connections=60", "-c", "logging_collector=off",
        ]
        // The shell becomes the server; what it leaves behind reads our pipe, and ends the server when that ends.
        let script =
            "exec 3<&0; (read -r line <&3; kill -QUIT $$) & exec \"$@\" </dev/null 3<&- 2>>\(directory)/log"
        return unprivileged + ["/bin/sh", "-c", script, "sh"] + server
    }

    @discardableResult
    private static func run(_ arguments: String...) throws -> String { try run(arguments) }

    @discardableResult
    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/")
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ProgramFailed(program: arguments.joined(separator: " "), output: text)
        }
        return text.trimmingCharacters(in: .newlines)
    }
}

struct ProgramFailed: Error {
    let program: String
    let output: String
}
