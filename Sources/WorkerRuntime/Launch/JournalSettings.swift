/// How long a service keeps its past.
package struct JournalSettings: Sendable, Hashable {
    /// Events that are kept at least.
    package var retainedEvents = 10_000_000
    /// The age until which idempotency keys are remembered at least, in milliseconds.
    package var keyRetention = KeyRetention.standard.milliseconds

    /// Creates the settings of the protocol.
    package init() {}
}
