/// Who may call a method.
public enum MethodAudience: Sendable, Hashable {
    /// Whoever can connect.
    case everyone
    /// Who runs the service: a process of the same user on the same machine, connected over ipc.
    case operators
}
