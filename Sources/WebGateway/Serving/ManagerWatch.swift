internal import NIOCore
internal import Platform
internal import ServiceLifecycle
internal import ZeroMQ

/// Tells the service manager that the program is alive, and that it ends.
///
/// It is alive when each thread that serves connections, and the one that talks to the services, has just done something.
struct ManagerWatch: Service {
    let manager: ServiceManager
    let node: ZMQNode
    let loops: any EventLoopGroup

    /// Tells until it is told to end.
    func run() async throws {
        let manager = manager
        await withGracefulShutdownHandler {
            await cancelWhenGracefulShutdown { await watch() }
        } onGracefulShutdown: {
            manager.tell(.stopping)
        }
    }

    private func watch() async {
        guard let limit = manager.watchdogLimit else {
            // Nothing is to be told; what ends would end the others.
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
            return
        }
        let services = ServiceThread(node: node)
        while !Task.isCancelled {
            try? await Task.sleep(for: limit / 2)
            for loop in loops.makeIterator() { try? await loop.submit {}.get() }
            await services.answer()
            manager.tell(.alive)
        }
    }
}

/// The thread on which the services are talked to.
private actor ServiceThread {
    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private let node: ZMQNode

    init(node: ZMQNode) { self.node = node }

    /// Returns when the thread has come to it.
    func answer() {}
}
