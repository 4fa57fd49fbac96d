/// How long a service keeps its past.
package struct JournalSettings: Sendable, Hashable {
    /// Events that are kept at least.
    package var retainedEvents = 10_000_000
    /// The age until which idempotency keys are remembered at least, in milliseconds.
    package var keyRetention = KeyRetention.standard.milliseconds

    /// Whether several workers can share the stream over a log.
    package var sharing = StreamSharing.needless

    /// Creates the settings of the protocol.
    package init() {}
}

/// Whether several workers of a service can share its stream over a log.
package enum StreamSharing: Sendable, Hashable {
    /// There is nothing to share: as many workers as wanted answer the same, each by itself.
    case needless
    /// One is active, the others follow it.
    case supported
    /// Not yet, for this reason.
    case unsupported(String)
}
