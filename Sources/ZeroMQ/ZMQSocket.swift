/// What all sockets have in common.
///
/// A node makes the four roles; nothing else is a socket.
///
/// A socket belongs to the owner thread of its node: calls on another thread trap. It lives as long as somebody holds
/// it, a callback for example. It may be *released* on any thread; the node then closes it on the right one. Whatever
/// is still open when the node ends is closed by the node, and every later call throws `closed`.
public class ZMQSocket {
    let handle: SocketHandle

    init(handle: SocketHandle) {
        self.handle = handle
    }

    deinit {
        handle.node.releaseSocket(handle.id)
    }

    /// Whether the socket can still be used.
    public final var isOpen: Bool {
        handle.node.requireOwner()
        return handle.isOpen
    }

    /// Closes the socket, its callbacks and its monitor.
    ///
    /// Messages not yet sent have the ``ZMQSocketOptions/linger`` left to leave. Closing again does nothing.
    ///
    /// Another thread of libzmq finishes the work: endpoints the socket was bound to are free a moment later.
    public final func close() {
        handle.node.requireOwner()
        handle.node.closeSocket(handle.id)
    }

    /// Calls back for everything that happens to the socket's connections, on the owner thread, until it is closed.
    ///
    /// To miss nothing, call it before `bind` or `connect`. A second call replaces the first.
    ///
    /// - Parameter perform: Called once per event.
    /// - Throws: ``ZMQError`` with `closed`, or with `tooManyOpenFiles`.
    public final func monitor(_ perform: @escaping (ZMQMonitorEvent) -> Void) throws(ZMQError) {
        try handle.node.monitor(handle, perform)
    }

    /// Has the monitor tell now what it would tell in the next iteration of the node's loop, up to a bound.
    ///
    /// libzmq tells of a connection before it hands over what came over it, so whoever has read a message knows the
    /// connection afterwards.
    package final func readMonitor() {
        handle.node.requireOwner()
        handle.node.readMonitor(of: handle)
    }
}
