internal import Glibc
internal import Hummingbird
internal import NIOCore
internal import Platform
internal import ServiceLifecycle
internal import Synchronization

/// Why the program cannot listen.
struct ListenFailure: Error {
    let address: ListenAddress
    let error: IOError
}

/// The second of two servers, which says where it cannot listen.
struct Listener<Served: ApplicationProtocol>: Service {
    let address: ListenAddress
    let application: Served

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw ListenFailure(address: address, error: error)
        }
    }
}

/// The line that scripts and tests wait for, when the program listens everywhere.
final class Announcement: Sendable {
    private let expected: Int
    private let scheme: String
    /// Whom to notify that the program listens; `nil` for nobody.
    private let manager: ServiceManager?
    private let found = Mutex<[String: String]>([:])

    /// - Parameters:
    ///   - expected: At how many places it listens.
    ///   - scheme: `http` or `https`.
    init(of expected: Int, by scheme: String, to manager: ServiceManager?) {
        (self.expected, self.scheme, self.manager) = (expected, scheme, manager)
    }

    /// It listens at one of them.
    ///
    /// - Parameter base: What stands before all paths there.
    func listens(at address: ListenAddress, over channel: any Channel, under base: String) {
        let url = address.url(scheme: scheme, port: channel.localAddress?.port)
        let all = found.withLock { found in
            found[base.isEmpty ? "http" : "http-v2"] = url
            return found
        }
        guard all.count == expected else { return }
        let places = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        StandardStream.output.write("ready web-gateway pid=\(getpid()) \(places)\n")
        manager?.tell(.ready, .status("listening on \(all.values.sorted().joined(separator: " and "))"))
    }
}
