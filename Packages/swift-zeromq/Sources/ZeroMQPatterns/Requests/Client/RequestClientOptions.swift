public import ZeroMQ

/// How a ``RequestClient`` connects.
public struct RequestClientOptions: Sendable {
    /// How it makes itself known to the servers, and knows them.
    public var security = ZMQClientSecurity.none
    /// How its sockets behave.
    ///
    /// As they are, a server that has come back is connected to within half a second.
    public var socket: ZMQSocketOptions

    /// Creates options: no keys, and messages of up to 16 frames of up to 1 MiB.
    public init() {
        socket = .dealer
        socket.maximumReconnectInterval = .milliseconds(500)
    }
}
