/// How long a log on PostgreSQL waits.
package struct PostgreSQLLogOptions: Sendable {
    /// How long one call may take, the wait for a connection included; the server gives up on a statement after the same time.
    package var callTimeout: Duration

    /// Sets it; 5 seconds where nothing is said.
    package init(callTimeout: Duration = .seconds(5)) { self.callTimeout = callTimeout }
}
