/// How long a service keeps its past, and whether others of its kind have the same.
package struct JournalSettings: Sendable, Hashable {
    /// Events that are kept at least.
    package var retainedEvents = 10_000_000
    /// The age until which idempotency keys are remembered at least, in milliseconds.
    package var keyRetention = KeyRetention.standard.milliseconds
    /// Whether several workers share one stream over a log, if they are given one: one is active, and the others follow it.
    package var isShared = false
    /// Whether the rules that this worker was started with take the place of those of its stream.
    package var replacesRules = false

    package init() {}
}
