/// What a socket has done since it was made.
public struct ZMQSocketStatistics: Sendable, Hashable {
    /// The messages that libzmq took to send.
    public internal(set) var messagesSent = 0
    /// The bytes of their frames, without what the wire adds.
    public internal(set) var bytesSent = 0
    /// How often libzmq did not take a message, or the socket could not send one; it was sent later or not at all.
    public internal(set) var sendsRefused = 0
    /// The messages taken from libzmq, incomplete ones among them.
    public internal(set) var messagesReceived = 0
    /// The bytes of their frames, without those thrown away of incomplete ones.
    public internal(set) var bytesReceived = 0
}
