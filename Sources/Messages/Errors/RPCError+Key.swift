extension RPCError {
    /// Whether a service that gives this error has looked for the key first, so that nothing sent before under the same
    /// key can have happened.
    ///
    /// Errors of a domain (above 0) and about params come from the work itself, which begins with the key. Others may
    /// come before it, for reasons that change with time, such as a permission.
    package var provesNoEarlierEffect: Bool {
        code > 0 || knownReason == .invalidParams || knownReason == .idempotencyKeyReused
    }

    /// Whether the same content under the same key gets this error whenever it arrives, so that no sending of it can
    /// happen later either.
    ///
    /// Other refusals, such as a shortage, are about the moment: what was sent before over a connection that is gone may
    /// be read by the service after they were given.
    package var provesNoLaterEffect: Bool {
        switch knownReason {
        case .invalidParams, .idempotencyKeyReused, .unknownJuice, .unknownFruit: true
        default: false
        }
    }
}
