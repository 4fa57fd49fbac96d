/// Why someone who is there does not admit us.
public enum AdmissionFault: Sendable, Hashable {
    /// The server wants a key, and we have none.
    case keyNeeded
    /// The server does not know our key, or not any more.
    case keyRefused
    /// The peer has a key, but not the one that we know the server by.
    case wrongServerKey
    /// The peer knows nothing of keys, and we only talk to whom we can recognise.
    case curveMissing
    /// The process that listens at the path is another user's process, and that user is not root.
    case foreignUser(UInt32)
}
