/// A proxy from its start to its end; on the owner thread.
final class ProxyRun {
    private let forwardings: [Forwarding]
    private var failure: ZMQError?
    private(set) var isTerminated = false
    /// The task that waits for the end.
    var waiter: Waiter?

    init(_ forwardings: [Forwarding]) {
        self.forwardings = forwardings
    }

    var counts: ZMQProxyCounts {
        forwardings.reduce(into: ZMQProxyCounts()) { sum, forwarding in
            sum.passed += forwarding.counts.passed
            sum.dropped += forwarding.counts.dropped
        }
    }

    func start() {
        for forwarding in forwardings {
            endWhenClosed(forwarding.source)
            endWhenClosed(forwarding.target)
            forwarding.resume()
        }
    }

    func stop() {
        for forwarding in forwardings { forwarding.pause() }
    }

    func check() throws(ZMQError) {
        if let failure { throw failure }
    }

    /// Takes commands from a socket.
    func obey(_ control: PairSocket) {
        let handle = control.handle
        endWhenClosed(handle)
        var command = ZMQMultipart()
        control.handle.node.whenReadable(control) { [weak self, unowned handle] in
            // A few at a time, as everything that reads a socket.
            for _ in 0..<16 {
                guard let self, !isTerminated, (try? handle.receive(into: &command)) == true else { return }
                if command.count == 1 { perform(String(decoding: command.frame(0), as: UTF8.self), for: handle) }
            }
        }
    }

    private func perform(_ command: String, for control: SocketHandle) {
        switch command {
        case "PAUSE": for forwarding in forwardings { forwarding.pause() }
        case "RESUME": for forwarding in forwardings { forwarding.resume() }
        case "STATISTICS":
            // Anyone who does not read it has no need of it.
            let counts = counts
            try? control.send(ZMQMultipart(Array("\(counts.passed)".utf8), Array("\(counts.dropped)".utf8)))
        case "TERMINATE":
            stop()
            isTerminated = true
            end()
        default: break
        }
    }

    private func endWhenClosed(_ handle: SocketHandle) {
        handle.onClose { [weak self] in
            guard let self else { return }
            failure = ZMQError(.closed, "a socket of the proxy is closed")
            end()
        }
    }

    private func end() {
        _ = waiter?.serve()
        waiter = nil
    }
}
