/// How long a log on PostgreSQL waits.
package struct PostgreSQLLogOptions: Sendable {
    /// How long one call may take, the wait for a connection included; the server gives up on a statement after the same time.
    package var callTimeout: Duration

    /// Whether a server will do that has standbys and waits for none of them: one that takes over may lack what was confirmed.
    package var acceptsAsynchronous: Bool

    /// Sets them; 5 seconds, and no such server, where nothing is said.
    package init(callTimeout: Duration = .seconds(5), acceptsAsynchronous: Bool = false) {
        (self.callTimeout, self.acceptsAsynchronous) = (callTimeout, acceptsAsynchronous)
    }
}
