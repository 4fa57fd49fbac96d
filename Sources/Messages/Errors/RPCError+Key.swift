extension RPCError {
    /// Whether a service that gives this error has looked for the key first, so that nothing sent before under the same
    /// key can have happened.
    ///
    /// Errors of a domain (above 0) and about params come from the work itself, which begins with the key. Others may
    /// come before it, for reasons that change with time, such as a permission.
    public var provesNoEarlierEffect: Bool {
        code > 0 || knownReason == .invalidParams || knownReason == .idempotencyKeyReused
    }
}
