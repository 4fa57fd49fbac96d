/// What decides when a call is sent, sent again, and given up.
public struct CallPolicy: Sendable, Hashable {
    /// The time for everything: waiting for a connection, all attempts, all pauses between them.
    public var timeout: Duration
    /// The time until it must have been sent once; `timeout` limits it too.
    public var connectTimeout: Duration
    /// Whether it changes something.
    ///
    /// A read may be sent as often as needed.
    public var isWrite: Bool
    /// Whether servers know it again by a key that it carries, so that it is done once however often it comes.
    public var isKeyed: Bool
    /// Whether only the server that takes writes can answer it; at first, whether it is a write.
    public var needsActive: Bool

    /// Whether a second execution does no harm.
    public var mayRepeat: Bool { !isWrite || isKeyed }

    /// Creates a policy.
    public init(timeout: Duration, connectTimeout: Duration, isWrite: Bool, isKeyed: Bool) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.isWrite = isWrite
        self.isKeyed = isKeyed
        needsActive = isWrite
    }

    /// Whether another server is asked at once after a refusal.
    func mayMove(after refusal: CallRefusal) -> Bool {
        switch refusal.elsewhere {
        case .nobody: false
        case .others: mayRepeat
        case .active: true
        }
    }
}
