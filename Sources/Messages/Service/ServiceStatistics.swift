package import WireJSON

/// What a client reads of the result of `service.stats`: counts since the process started, times in microseconds.
package struct ServiceStatistics: Sendable, Hashable {
    /// When the process started, as RFC 3339.
    package let started: String
    /// Milliseconds since then.
    package let uptime: Int
    /// The methods that were called, by name.
    package let methods: [Method]
    /// Requests that waited for another when the worker looked last; 0 for an idle one.
    package let inFlight: Int
    /// The most that ever were.
    package let mostInFlight: Int
    /// How many requests each iteration took; `nil` when the service did not say.
    package let batches: StatisticsHistogram?
    /// Transactions.
    package let commits: Int
    /// Transactions that failed.
    package let commitFailures: Int
    /// What 99 of 100 transactions did not exceed.
    package let commitP99: Int
    /// How long transactions took, in microseconds; `nil` when the service did not say.
    package let commitDurations: StatisticsHistogram?
    /// Events published.
    package let events: Int
    /// Events sent once more, to those who had missed them.
    package let eventsReplayed: Int
    /// Markers that told a subscriber where its subscription begins.
    package let joinMarkers: Int
    /// Subscriptions there are now.
    package let subscribers: Int
    /// Connections to the socket of requests.
    package let requestConnections: Connections
    /// Connections to the socket of events.
    package let eventConnections: Connections
    /// Replies whose peer was gone or did not read.
    package let undeliverable: Int
    /// Writes that were refused because they wanted no answer.
    package let refusedNotifications: Int
    /// Writes that had been done before, under the same key, and got that result.
    package let repeats: Int
    /// Its part in a stream that several workers share; `nil` in a service of its own.
    package let stream: StreamPart?
    /// How many were not let in, by reason.
    package let refusedPeers: [String: Int]
    /// The room that the store takes; `nil` for a service without one.
    package let store: Store?
    /// What the process takes of its machine; `nil` when it did not say.
    package let process: Process?
    /// What the process uses and shares with no file; `nil` when it did not say.
    package let memory: Int?

    /// Connections to the request socket there are now.
    package var connections: Int { requestConnections.open }

    /// Reads the result of `service.stats`; `nil` when it lacks what it has to have.
    package init?(_ node: JSONNode) {
        guard let started = node["started"]?.string, let uptime = node["uptimems"]?.integer,
            let methods = node["methods"], methods.kind == .object,
            let inFlight = node["queue"]?["depth"]?.integer, let commits = node["commits"]?["count"]?.integer
        else { return nil }
        self.started = started
        self.uptime = Self.bounded(uptime)
        self.methods = methods.members.filter { $0.name.utf8.count <= Self.maxNameBytes }.prefix(Self.maxNames).map {
            Method($0.name, $0.value)
        }
        self.inFlight = Self.bounded(inFlight)
        mostInFlight = Self.count(node["queue"]?["largest"])
        batches = StatisticsHistogram(node["batches"]?["histogram"], of: Self.count(node["batches"]?["count"]))
        self.commits = Self.bounded(commits)
        commitFailures = Self.count(node["commits"]?["failures"])
        commitP99 = Self.count(node["commits"]?["p99us"])
        commitDurations = StatisticsHistogram(node["commits"]?["histogramus"], of: Self.bounded(commits))
        let events = node["events"]
        self.events = Self.count(events?["published"])
        eventsReplayed = Self.count(events?["replayed"])
        joinMarkers = Self.count(events?["markers"])
        subscribers = Self.count(events?["subscribers"])
        requestConnections = (node["connections"]?["rpc"]).flatMap { Connections($0) } ?? Connections()
        eventConnections = (node["connections"]?["events"]).flatMap { Connections($0) } ?? Connections()
        undeliverable = Self.count(node["undeliverable"])
        refusedNotifications = Self.count(node["refusednotifications"])
        repeats = Self.count(node["replays"])
        stream = node["stream"].flatMap { StreamPart($0) }
        refusedPeers = Self.counts(node["refusedpeers"])
        store = node["store"].flatMap { Store($0) }
        process = node["process"].flatMap { Process($0) }
        memory = node["memorybytes"].map { Self.count($0) }
    }
}
