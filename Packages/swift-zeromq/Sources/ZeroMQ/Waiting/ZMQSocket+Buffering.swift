extension ZMQReceivingSocket {
    /// The messages from now on, which are taken from the socket as they come and kept here, up to a bound.
    ///
    /// For a reader that must not stop its peers: what comes while the buffer is full is dropped, and its place in the
    /// sequence says how many that were. ``messages`` leaves them at the peers instead.
    ///
    /// - Parameter capacity: How many messages are kept, from 1.
    /// - Returns: The sequence, for one reader. It replaces whatever has read the socket before.
    public func messages(bufferedUpTo capacity: Int) -> ZMQBufferedSequence<ZMQMultipart> {
        handle.node.requireOwner()
        let buffer = BoundedBuffer<ZMQMultipart>(handle.node, capacity: capacity)
        var message = ZMQMultipart()
        handle.onClose { [weak buffer] in buffer?.end() }
        handle.node.whenReadable(self) { [weak buffer, unowned self] in
            guard let buffer else { return handle.stopReading() }
            for _ in 0..<256 {
                guard (try? receive(into: &message)) == true else { return }
                buffer.put(message)
            }
        }
        return ZMQBufferedSequence(buffer: buffer)
    }
}

extension ZMQSocket {
    /// Everything that happens to the socket's connections from now on, kept up to a bound until it is read.
    ///
    /// To miss nothing, ask for it before `bind` or `connect`. It replaces ``monitor(_:)``.
    ///
    /// - Parameter capacity: How many events are kept, from 1. More are dropped, and their place says how many that were: a
    ///   listener without descriptors to accept with tells of some hundred thousand a second.
    /// - Returns: The sequence, for one reader.
    /// - Throws: ``ZMQError`` with `closed`, or with `tooManyOpenFiles`.
    public final func monitorEvents(
        bufferedUpTo capacity: Int = 1_024
    ) throws(ZMQError) -> ZMQBufferedSequence<ZMQMonitorEvent> {
        let buffer = BoundedBuffer<ZMQMonitorEvent>(handle.node, capacity: capacity)
        try monitor { [weak buffer] in buffer?.put($0) }
        handle.onClose { [weak buffer] in buffer?.end() }
        return ZMQBufferedSequence(buffer: buffer)
    }
}
