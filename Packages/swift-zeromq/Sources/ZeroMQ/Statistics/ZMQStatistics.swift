/// What a node has done since its start.
public struct ZMQStatistics: Sendable, Hashable {
    /// How often the loop of the node has run.
    public internal(set) var turns = 0
    /// How often it had nothing to do, and waited.
    public internal(set) var waits = 0
    /// The messages taken from libzmq, those of monitors and of the authenticator among them.
    public internal(set) var messagesReceived = 0
    /// The messages that libzmq took, the answers of the authenticator among them.
    public internal(set) var messagesSent = 0
    /// The sockets that are open now, those of monitors and of the authenticator among them.
    public internal(set) var openSockets = 0
    /// The tasks that wait now for a message, or for room to send one.
    public internal(set) var waitingTasks = 0
}
