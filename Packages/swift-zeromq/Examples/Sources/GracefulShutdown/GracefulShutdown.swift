import Glibc
import Logging
import ServiceLifecycle
import ZeroMQ

/// A server under swift-service-lifecycle: after SIGTERM it answers what it was asked, and then ends.
@main
struct GracefulShutdown {
    static func main() async throws {
        try await ZMQNode.withNode(name: "shutdown") { node in
            let services: [ServiceGroupConfiguration.ServiceConfiguration] = [
                .init(service: Server(node)),
                .init(service: Client(node: node), successTerminationBehavior: .ignore),
            ]
            var configuration = ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm],
                logger: Logger(label: "shutdown")
            )
            // For a server that is asked without end.
            configuration.maximumGracefulShutdownDuration = .seconds(10)
            try await ServiceGroup(configuration: configuration).run()
        }
        print("the node has ended")
    }
}

/// An actor on the node's thread, so that it owns its sockets whichever task of the group calls it.
actor Server: Service {
    private let node: ZMQNode
    private var router: RouterSocket?

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) { self.node = node }

    func run() async throws {
        let router = try node.makeRouter()
        try router.bind(.inproc(name: "server"))
        self.router = router
        var count = 0
        while let question = await next() {
            try router.send(question)
            count += 1
        }
        // What it has sent has the linger of its options left.
        router.close()
        print("server: \(count) answers, and nothing left to do")
    }

    /// The next question; `nil` when the service is to end and nothing waits any more.
    ///
    /// Only the wait is cancelled by a shutdown: a message that is there is taken even by a task that is cancelled.
    private func next() async -> ZMQMultipart? {
        try? await cancelWhenGracefulShutdown { try await self.receive() }
    }

    private func receive() async throws -> ZMQMultipart? {
        try await router?.receive()
    }
}

/// Asks ten questions at once, and has the process told to end after the first answer.
struct Client: Service {
    let node: ZMQNode

    func run() async throws {
        try await node.run { node in
            try await node.withDealer { dealer in
                try dealer.connect(.inproc(name: "server"))
                for number in 1...10 { try await dealer.send(ZMQMultipart(utf8: "\(number)")) }
                for number in 1...10 {
                    _ = try await dealer.receive(timeout: .seconds(30))
                    guard number == 1 else { continue }
                    print("client: SIGTERM after the first answer")
                    kill(getpid(), SIGTERM)
                }
                print("client: 10 answers")
            }
        }
    }
}
