/// Whether a peer is let in.
public enum ZMQVerdict: Sendable, Hashable {
    /// It is; every message of the connection carries this name in ``ZMQPeer/userID``: 1…255 bytes without a NUL.
    case admitted(userID: String)
    /// It is not, and is notified: a client of libzmq does not try again.
    case refused
    /// Not now: it is hung up on, and a client of libzmq tries again.
    case busy
}
