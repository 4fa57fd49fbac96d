/// How long a log on PostgreSQL waits.
package struct PostgreSQLLogOptions: Sendable {
    /// How long one call may take, the wait for a connection included; the server gives up on a statement after the same time.
    package var callTimeout: Duration

    /// What a commit waits for at least.
    package var durability: DurabilityPin

    /// Sets them; 5 seconds and the strict one where nothing is said.
    package init(callTimeout: Duration = .seconds(5), durability: DurabilityPin = .strict) {
        self.callTimeout = callTimeout
        self.durability = durability
    }
}
