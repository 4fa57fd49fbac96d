internal import Platform
internal import ZeroMQ

/// Tells the service manager how a worker is, from the thread that owns its sockets; does nothing where there is no manager.
///
/// The sign of life comes from that thread's own timer: when a callback never returns, nothing is said any more.
final class ManagerReports {
    /// The longest time between two reports, after which a changed status is reported.
    private static var longestInterval: Duration { .seconds(5) }

    private let manager: ServiceManager?
    private let node: ZMQNode
    private let status: () -> String
    private var told = ""
    private var timer: ZMQTimer?

    init(to manager: ServiceManager?, from node: ZMQNode, status: @escaping () -> String) {
        self.manager = manager
        self.node = node
        self.status = status
    }

    /// Says that requests are answered, and from now on that it is alive.
    func ready() {
        guard let manager else { return }
        told = status()
        manager.tell(.ready, .status(told))
        report(to: manager)
    }

    /// Says that the settings are being read again while `body` does it.
    func reloading(_ body: () -> Void) {
        manager?.tell(.reloading)
        body()
        manager?.tell(.ready)
    }

    /// Says that the end has begun; that it is alive is reported on until ``close()``.
    func stopping() {
        manager?.tell(.stopping)
    }

    /// Says nothing any more.
    func close() {
        if let timer { node.cancel(timer) }
        timer = nil
    }

    private func report(to manager: ServiceManager) {
        let limit = manager.watchdogLimit
        let interval = limit.map { min($0 / 2, Self.longestInterval) } ?? Self.longestInterval
        timer = node.schedule(after: interval) { [weak self] in
            guard let self else { return }
            if limit != nil { manager.tell(.alive) }
            let status = status()
            if status != told { manager.tell(.status(status)) }
            told = status
            report(to: manager)
        }
    }
}
