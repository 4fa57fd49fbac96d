/// What decides when a call is sent, sent again, and given up.
struct CallPolicy {
    /// The time for everything.
    var timeout: Duration
    /// The time until it must have been sent once.
    var connectTimeout: Duration
    /// Whether it changes something.
    var isWrite: Bool
    /// Whether it has an idempotency key.
    var isKeyed: Bool

    /// Whether a second execution does no harm.
    var mayRepeat: Bool { !isWrite || isKeyed }

    init(timeout: Duration, connectTimeout: Duration, isWrite: Bool, isKeyed: Bool) {
        self.timeout = timeout
        self.connectTimeout = connectTimeout
        self.isWrite = isWrite
        self.isKeyed = isKeyed
    }

    init(_ options: CallOptions) {
        timeout = options.timeout
        connectTimeout = options.connectTimeout
        isWrite = options.isWrite
        isKeyed = options.idempotencyKey != nil
    }
}
