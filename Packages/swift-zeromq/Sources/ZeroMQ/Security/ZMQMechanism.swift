/// How a peer finds out who is at the other end, as it says in its greeting.
public enum ZMQMechanism: String, Sendable, Hashable {
    /// Not at all.
    case null = "NULL"
    /// By a name and a password that anybody on the way can read.
    case plain = "PLAIN"
    /// By keys.
    case curve = "CURVE"
}
