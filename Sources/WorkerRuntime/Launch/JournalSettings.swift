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
