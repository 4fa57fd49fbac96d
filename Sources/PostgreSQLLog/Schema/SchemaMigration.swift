package import ReplicatedLog
package import ZeroMQ

/// Creates the schema of the log in a database, or brings an older one up to date.
///
/// In one transaction under an advisory lock, so it may be done again, by two at once, and may end at any moment: the schema is as
/// it was or as it should be. It takes the right to create a schema in the database, and its user owns the tables afterwards;
/// workers should be another user, which gets the rights it needs here.
package final class SchemaMigration {
    /// What was done.
    package struct Outcome: Sendable, Hashable {
        /// The version before; 0 for none.
        package let from: Int
        /// The version now.
        package let to: Int
        /// What the server said of itself.
        package let server: ServerReport
    }

    // "jangteo" in ASCII: the same lock for every version of this program.
    private static let lock = 0x6A61_6E67_7465_6F
    private static let begin = "BEGIN; SELECT pg_advisory_xact_lock(\(lock))"
    private static let create = """
        CREATE SCHEMA IF NOT EXISTS jangteo;
        CREATE TABLE IF NOT EXISTS jangteo.schema_version (
            version int8 PRIMARY KEY,
            applied timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        """
    private static let exists = Statement(
        "exists",
        "SELECT EXISTS (SELECT FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid"
            + " WHERE n.nspname = 'jangteo' AND c.relname = 'schema_version')"
    )
    private static let version = Statement("version", "SELECT coalesce(max(version), 0) FROM jangteo.schema_version")

    private let role: String?
    private let streams: [String]
    private var session: DatabaseSession?
    private var outcome: Outcome?

    /// Does it once; the migration keeps itself until it has called back.
    ///
    /// - Parameters:
    ///   - connection: Where the database is, as its owner; see ``PostgreSQLLog``.
    ///   - role: Who gets the rights of a worker; `nil` grants none.
    ///   - streams: Which streams it may write; none for all. What it could write before is replaced.
    ///   - node: The thread of the caller.
    ///   - done: Called once on the node's thread.
    /// - Throws: ``LogError`` with `misconfigured`, or `invalid` for a stream that cannot be one.
    package init(
        _ connection: String,
        grantingTo role: String?,
        for streams: [String] = [],
        on node: ZMQNode,
        done: @escaping (Result<Outcome, LogError>) -> Void
    ) throws(LogError) {
        guard role?.utf8.contains(0) != true else { throw LogError(.misconfigured, "A role has a NUL character") }
        // What a worker could not be started with is not granted either.
        for stream in streams { _ = try LogIdentity(stream: stream, writer: "gateway") }
        self.role = role
        self.streams = streams
        let options = PostgreSQLLogOptions()
        let settings = try ConnectionSettings(connection, statementTimeout: options.callTimeout)
        let session = DatabaseSession(settings, callTimeout: options.callTimeout, on: EventLoop(node)) {
            [weak self] connection, done in
            self?.migrate(over: connection, done)
        }
        self.session = session
        session.whenReady { [self] result in
            session.close()
            done(
                result.flatMap {
                    outcome.map { .success($0) } ?? .failure(LogError(.failing, "The migration said nothing"))
                }
            )
        }
    }

    // MARK: One connection

    private func migrate(over connection: ServerConnection, _ done: @escaping (Result<Void, LogError>) -> Void) {
        ServerReport.read(over: connection, pinning: .strict) { result in
            let report: ServerReport
            do throws(LogError) {
                report = try result.get()
                // Nothing of a stream is written here.
                try report.require(.acceptingAsynchronous)
            } catch {
                return done(.failure(error))
            }
            connection.run(script: Self.begin) { outcome in
                if let error = outcome.error { return done(.failure(error)) }
                self.findVersion(over: connection) { found in
                    switch found {
                    case .success(let found): self.apply(after: found, report, over: connection, done: done)
                    case .failure(let error): done(.failure(error))
                    }
                }
            }
        }
    }

    /// The version of the schema, under the lock; 0 when there is none.
    private func findVersion(over connection: ServerConnection, _ done: @escaping (Result<Int, LogError>) -> Void) {
        connection.run(Self.exists, with: []) { outcome in
            let exists = Result { () throws(LogError) in try outcome.rows().flag(column: 0) }
            guard case .success(true) = exists else { return done(exists.map { _ in 0 }) }
            connection.run(Self.version, with: []) { outcome in
                done(Result { () throws(LogError) in try outcome.rows().integer(column: 0) })
            }
        }
    }

    private func apply(
        after found: Int,
        _ report: ServerReport,
        over connection: ServerConnection,
        done: @escaping (Result<Void, LogError>) -> Void
    ) {
        do throws(LogError) { try Schema.refuseNewer(found) } catch { return done(.failure(error)) }
        var script = found == 0 ? [Self.create] : []
        for version in Schema.steps.indices.map({ $0 + 1 }) where version > found {
            script.append(Schema.steps[version - 1])
            script.append("INSERT INTO jangteo.schema_version (version) VALUES (\(version));")
        }
        if let role { script.append(Schema.grants(to: role, for: streams)) }
        script.append("COMMIT")
        connection.run(script: script.joined(separator: "\n")) { outcome in
            if let error = outcome.error { return done(.failure(error)) }
            self.outcome = Outcome(from: found, to: Schema.version, server: report)
            done(.success(()))
        }
    }
}

extension StatementOutcome {
    fileprivate var error: LogError? {
        do throws(LogError) { _ = try rows() } catch { return error }
        return nil
    }
}
