extension ZMQNode {
    /// Calls back whenever a descriptor of another library is ready, on the owner thread.
    ///
    /// It is part of the same wait as the sockets, so a client of a database, or a pipe, needs no thread of its own. The callback
    /// is called at most once per turn of the node's loop, for as long as the descriptor is ready. A descriptor that has
    /// failed counts as ready for all that is waited for: the next call on it tells why.
    ///
    /// The descriptor stays its owner's. **End the watch before the descriptor is closed**: the system gives its number to
    /// the next that is opened.
    ///
    /// - Parameters:
    ///   - descriptor: An open, non-blocking descriptor.
    ///   - readiness: What to wait for; nothing while it is empty.
    ///   - perform: Gets what it is ready for: a part of what was waited for, never empty.
    /// - Returns: The name of the watch. After the node's end nothing is called any more.
    public func watch(
        _ descriptor: CInt,
        for readiness: ZMQReadiness,
        perform: @escaping (ZMQReadiness) -> Void
    ) -> ZMQWatch {
        requireOwner()
        // After the end nothing would ever call or free the callback: let it go at once.
        guard unsafe context != nil else { return ZMQWatch(id: -1) }
        let watch = SocketTable.Watch(descriptor: descriptor, readiness: readiness, perform: perform)
        return ZMQWatch(id: sockets.insert(watch))
    }

    /// Waits for something else from now on.
    ///
    /// - Parameters:
    ///   - watch: A watch of this node; nothing happens for one that has ended.
    ///   - readiness: What to wait for; nothing while it is empty.
    public func change(_ watch: ZMQWatch, to readiness: ZMQReadiness) {
        requireOwner()
        sockets.setReadiness(of: watch.id, to: readiness)
    }

    /// Ends a watch; its callback is not called any more.
    ///
    /// - Parameter watch: A watch of this node; nothing happens for one that has ended.
    public func end(_ watch: ZMQWatch) {
        requireOwner()
        _ = sockets.removeWatch(watch.id)
    }
}
