import Glibc
import PostgreSQLLog
import ReplicatedLog
import ZeroMQ

/// Appends rows to the log of a stream one after the other, and says how many a second.
///
/// usage: append-log CONNECTION STREAM BYTES SECONDS; `Baselines/append.c` does the same with libpq alone.
@main
struct AppendLog {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let bytes = Int(arguments[3]), let seconds = Double(arguments[4]) else {
            print("usage: append-log CONNECTION STREAM BYTES SECONDS")
            exit(2)
        }
        let connection = arguments[1]
        try await ZMQNode.withNode(name: "append") { node in
            let appender = Appender(node)
            try await appender.migrate(connection)
            print(try await appender.run(connection, stream: arguments[2], bytes: bytes, for: .seconds(seconds)))
        }
    }
}

private actor Appender {
    private let node: ZMQNode
    private var migration: SchemaMigration?
    private var log: PostgreSQLLog?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) { self.node = node }

    func migrate(_ connection: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                migration = try SchemaMigration(connection, grantingTo: nil, on: node) {
                    continuation.resume(with: $0.map { _ in })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    func run(_ connection: String, stream: String, bytes: Int, for duration: Duration) async throws -> String {
        let log = try PostgreSQLLog(connection, identity: LogIdentity(stream: stream, writer: "swift"), on: node)
        self.log = log
        defer { log.close() }
        let lease = try await withCheckedThrowingContinuation { continuation in
            log.acquireLease(endpoints: "", for: .seconds(3_600)) { continuation.resume(with: $0) }
        }
        guard case .granted(let lease) = lease else { return "another owner has the stream" }
        let payload = LogPayload(format: 1, (2..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
        return await withCheckedContinuation { continuation in
            let start = SuspendingClock.now
            // From callback to callback, as a service's loop would.
            func append(at position: Int) {
                let elapsed = SuspendingClock.now - start
                guard elapsed < duration else {
                    let milliseconds = elapsed / .milliseconds(1)
                    let count = Double(position - 1)
                    let each = ((milliseconds / count * 100).rounded()) / 100
                    continuation.resume(returning: "\(Int(count / milliseconds * 1_000)) appends/s, \(each) ms each")
                    return
                }
                log.append(LogRow(payload, at: position, term: lease.term, by: log.identity)) { outcome in
                    guard outcome == .appended else {
                        continuation.resume(returning: "stopped at \(position): \(outcome)")
                        return
                    }
                    append(at: position + 1)
                }
            }
            append(at: 1)
        }
    }
}
