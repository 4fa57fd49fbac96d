internal import CZMQ

extension ZMQNode {
    /// Connects a PAIR to the event stream of a socket and reads it in the loop.
    func monitor(_ handle: SocketHandle, perform: @escaping (ZMQMonitorEvent) -> Void) throws(ZMQError) {
        let socket = try unsafe handle.open()
        if let previous = sockets.setMonitor(nil, of: handle.id) {
            stopMonitor(previous, of: handle)
        }
        let pair = try openHandle(.pair, options: .sub)
        let endpoint = ZMQEndpoint.inproc(name: "monitor.\(pair.id)")
        do {
            // No limit here: libzmq waits for room when it reports an event. The I/O thread would stand still with all
            // connections, and this very thread in `bind`, where nobody is left to read.
            try pair.set(ZMQ_RCVHWM, to: 0)
            try pair.set(ZMQ_LINGER, to: 0)
            // Connected before there is anything to connect to: from its first event on, the monitor has a reader.
            try pair.connect(endpoint, security: .none)
            try unsafe ZMQError.check(CZMQ_monitor_start(socket, endpoint.description), action: "monitor a socket")
        } catch {
            closeSocket(pair.id)
            throw error
        }
        _ = sockets.setMonitor(pair.id, of: handle.id)
        var message = ZMQMultipart()
        _ = sockets.setOnReadable(of: pair.id) { [weak pair] in
            guard let pair else { return }
            // Bounded per iteration; `isOpen` because a callback may close the monitored socket, and this pair with it.
            for _ in 0..<1024 where pair.isOpen {
                guard (try? pair.receive(into: &message)) == true else { return }
                if let event = ZMQMonitorEvent(message) {
                    perform(event)
                }
            }
        }
    }

    func readMonitor(of handle: SocketHandle) {
        if let pair = sockets.monitor(of: handle.id) { sockets.onReadable(pair)?() }
    }

    func stopMonitor(_ pair: Int, of handle: SocketHandle) {
        // In this order: without a reader the next event would block libzmq forever, this call included.
        if let socket = unsafe handle.socket {
            _ = unsafe CZMQ_monitor_stop(socket)
        }
        closeSocket(pair)
    }
}
