internal import Histogram
internal import Messages
internal import Storage
internal import WireJSON

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
    /// Tells the worker's part in a stream that several share; `nil` in a service of its own.
    var readStream: () -> StreamStatus? = { nil }

    var methods = MethodRecords()
    private var batchSizes = LatencyRecord()
    private var commits = LatencyRecord()
    /// Requests that were taken together: in the iterations that have just been, before them, and the most.
    private var queue = 0
    private var lastQueue = 0
    private var largestQueue = 0

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

    /// Writes the result of `service.stats`.
    func write(now: Moment, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("started", time: started.wall)
        writer.member("uptimems", Int((now.monotonic - started.monotonic) / 1_000_000))
        writer.name("methods")
        writer.beginObject()
        for (name, record) in methods.sorted {
            writer.name(name)
            writer.beginObject()
            writer.member("count", record.count)
            writer.name("errors")
            writer.beginObject()
            for (reason, count) in record.failures.sorted(by: { $0.key < $1.key }) {
                writer.name(reason)
                writer.integer(count)
            }
            writer.endObject()
            writer.member("p50us", record.microseconds.at(50))
            writer.member("p99us", record.microseconds.at(99))
            writer.member("p999us", record.microseconds.at(99.9))
            writer.member("maxus", record.microseconds.largest)
            writer.endObject()
        }
        writer.endObject()
        writer.name("queue")
        writer.beginObject()
        writer.member("depth", lastQueue)
        writer.member("largest", largestQueue)
        writer.endObject()
        writer.name("batches")
        writer.beginObject()
        writer.member("count", batchSizes.count)
        writer.member("largest", batchSizes.largest)
        writer.member("p50", batchSizes.at(50))
        writer.member("p99", batchSizes.at(99))
        writer.endObject()
        writer.name("commits")
        writer.beginObject()
        writer.member("count", commits.count)
        writer.member("failures", commitFailures)
        writer.member("p50us", commits.at(50))
        writer.member("p99us", commits.at(99))
        writer.member("maxus", commits.largest)
        writer.endObject()
        writer.name("events")
        writer.beginObject()
        writer.member("published", eventsPublished)
        writer.member("replayed", eventsReplayed)
        writer.member("subscribers", subscribers)
        writer.member("markers", markers)
        writer.endObject()
        writer.name("connections")
        writer.beginObject()
        writer.member("rpc", requestConnections)
        writer.member("events", eventConnections)
        writer.endObject()
        writer.member("undeliverable", undeliverable)
        writer.member("refusednotifications", refusedNotifications)
        writer.member("replays", deduplicated)
        if let stream = readStream() {
            writer.name("stream")
            StreamPart(stream).write(to: &writer)
        }
        if let memory = readMemory() { writer.member("memorybytes", memory) }
        writer.endObject()
    }
}

extension StreamPart {
    init(_ status: StreamStatus) {
        self.init(
            part: status.part.rawValue,
            term: status.term,
            position: status.position,
            lag: status.lag,
            snapshot: status.snapshot,
            isMakingSnapshot: status.isMakingSnapshot
        )
    }
}
