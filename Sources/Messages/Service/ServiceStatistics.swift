package import WireJSON

/// What a client reads of the result of `service.stats`: counts since the process started, times in microseconds.
package struct ServiceStatistics: Sendable, Hashable {
    /// The requests for one method.
    package struct Method: Sendable, Hashable {
        /// The method, or `-` for requests that named none of the service.
        package let name: String
        /// Requests answered, errors included.
        package let count: Int
        /// How many of those were refused.
        package let errors: Int
        /// What half of the answers did not exceed.
        package let p50: Int
        /// What 99 of 100 answers did not exceed.
        package let p99: Int
        /// The slowest answer.
        package let max: Int
    }

    /// When the process started, as RFC 3339.
    package let started: String
    /// Milliseconds since then.
    package let uptime: Int
    /// The methods that were called, by name.
    package let methods: [Method]
    /// Requests that were waiting together when the worker looked last.
    package let inFlight: Int
    /// Transactions.
    package let commits: Int
    /// Transactions that failed.
    package let commitFailures: Int
    /// What 99 of 100 transactions did not exceed.
    package let commitP99: Int
    /// Events published.
    package let events: Int
    /// Subscriptions there are now.
    package let subscribers: Int
    /// Connections to the request socket there are now.
    package let connections: Int
    /// What the process uses and shares with no file; `nil` when it did not say.
    package let memory: Int?

    /// Reads the result of `service.stats`; `nil` when it lacks what it has to have.
    package init?(_ node: JSONNode) {
        guard let started = node["started"]?.string, let uptime = node["uptimems"]?.integer,
            let methods = node["methods"], methods.kind == .object,
            let inFlight = node["queue"]?["depth"]?.integer, let commits = node["commits"]?["count"]?.integer
        else { return nil }
        self.started = started
        self.uptime = uptime
        self.methods = methods.members.map { name, method in
            Method(
                name: name,
                count: method["count"]?.integer ?? 0,
                errors: method["errors"].map { $0.members.reduce(0) { $0 + ($1.value.integer ?? 0) } } ?? 0,
                p50: method["p50us"]?.integer ?? 0,
                p99: method["p99us"]?.integer ?? 0,
                max: method["maxus"]?.integer ?? 0
            )
        }
        self.inFlight = inFlight
        self.commits = commits
        commitFailures = node["commits"]?["failures"]?.integer ?? 0
        commitP99 = node["commits"]?["p99us"]?.integer ?? 0
        events = node["events"]?["published"]?.integer ?? 0
        subscribers = node["events"]?["subscribers"]?.integer ?? 0
        connections = node["connections"]?["rpc"]?["open"]?.integer ?? 0
        memory = node["memorybytes"]?.integer
    }
}
