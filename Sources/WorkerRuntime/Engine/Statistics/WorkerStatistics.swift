internal import Messages
internal import Platform
internal import Storage

/// What a process has done since it started, and how long that took.
final class WorkerStatistics {
    /// When the process began.
    let started: Moment
    var commitFailures = 0
    var refusedNotifications = 0
    var deduplicated = 0
    var undeliverable = 0
    var eventsPublished = 0
    var eventsReplayed = 0
    var markers = 0
    var subscribers = 0
    /// Connections of the request socket, and of the event socket.
    var requestConnections = ConnectionCounts()
    var eventConnections = ConnectionCounts()
    /// Tells what the process uses and shares with no file, in bytes; `nil` where nobody can tell, as in a simulation.
    var readMemory: () -> Int? = { nil }
    /// Tells what the process has used of the machine so far, and uses; `nil` where nobody can tell.
    var readProcess: () -> ThisProcess.Usage? = { nil }
    /// Tells how much room the store takes; `nil` in a service that keeps nothing.
    var readStore: () -> StoreSize? = { nil }
    /// Tells how many were not let in, by the reason.
    var readRefusedPeers: () -> [(reason: String, count: Int)] = { [] }
    /// Tells the worker's part in a stream that several share; `nil` in a service of its own.
    var readStream: () -> StreamStatus? = { nil }

    var methods = MethodRecords()
    private(set) var batchSizes = LatencyRecord()
    private(set) var commits = LatencyRecord()
    /// Requests that were taken together: in the iterations that have just been, before them, and the most.
    private var queue = 0
    private(set) var lastQueue = 0
    private(set) var largestQueue = 0

    init(started: Moment) {
        self.started = started
    }

    func recordIteration(requests: Int) {
        queue += requests
        batchSizes.record(UInt64(requests))
    }

    /// Takes note that the iterations since the last call have taken all that waited.
    func recordQueue() {
        lastQueue = queue
        largestQueue = max(largestQueue, queue)
        queue = 0
    }

    func recordCommit(nanoseconds: UInt64) {
        commits.record(nanoseconds / 1_000)
    }
}
