package import Journal
internal import Messages
package import Platform

/// What is looked up for `service.stats`, as far as it can be told: not in a simulation.
package struct ProcessFigures {
    /// What the process uses and shares with no file, in bytes.
    package var memory: () -> Int? = { nil }
    /// What the process has used of the machine so far, and uses.
    package var usage: () -> ThisProcess.Usage? = { nil }
    /// How much room the store takes; `nil` in a service that keeps nothing.
    package var store: () -> StoreSize? = { nil }
    /// How many were not let in, by the reason.
    package var refusedPeers: () -> [(reason: String, count: Int)] = { [] }

    package init() {}
}

/// What a process has done since it started, and how long that took.
package final class WorkerStatistics {
    /// When the process began.
    let started: Moment
    var commitFailures = 0
    package var refusedNotifications = 0
    var deduplicated = 0
    package var undeliverable = 0
    package var eventsPublished = 0
    var eventsReplayed = 0
    package var markers = 0
    package var subscribers = 0
    /// Connections of the request socket, and of the event socket.
    package var requestConnections = ConnectionCounts()
    package var eventConnections = ConnectionCounts()
    let figures: ProcessFigures

    var methods = MethodRecords()
    private(set) var batchSizes = LatencyRecord()
    private(set) var commits = LatencyRecord()
    /// Requests taken in the iterations that have just been.
    private var taken = 0
    /// Requests that waited for another: before those iterations, and the most.
    private(set) var lastQueue = 0
    private(set) var largestQueue = 0

    init(started: Moment, figures: ProcessFigures = ProcessFigures()) {
        self.started = started
        self.figures = figures
    }

    func recordIteration(requests: Int) {
        taken += requests
        batchSizes.record(UInt64(requests))
    }

    /// Takes note that the iterations since the last call have taken all that waited.
    func recordQueue() {
        // The first of them waited for nobody: a question to an idle service must not count itself.
        lastQueue = max(0, taken - 1)
        largestQueue = max(largestQueue, lastQueue)
        taken = 0
    }

    func recordCommit(nanoseconds: UInt64) {
        commits.record(nanoseconds / 1_000)
    }
}
