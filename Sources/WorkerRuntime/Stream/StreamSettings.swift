package import Messages

/// How a worker shares its stream with others.
package struct StreamSettings: Sendable, Hashable {
    /// Where the log is: a connection string of libpq.
    package var connection: String
    /// The name of the stream in it.
    package var name: String
    /// Where clients find this worker.
    package var advertised: ActiveWorker
    /// Whether an engine will do that may lose what it has confirmed when another server takes over.
    package var acceptsAsynchronous = false

    /// Whether the rules that this worker was started with take the place of those of the stream.
    package var replacesRules = false

    /// How many rows of the log come between two snapshots.
    package var snapshotRows = 50_000

    package init(connection: String, name: String, advertised: ActiveWorker) {
        self.connection = connection
        self.name = name
        self.advertised = advertised
    }
}
