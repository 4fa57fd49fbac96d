internal import Journal
internal import Messages
internal import Platform
internal import WireJSON

extension WorkerStatistics {
    /// Writes the result of `service.stats`.
    ///
    /// - Parameter stream: The worker's part in a stream that several share; `nil` in a service of its own.
    func write(now: Moment, stream: StreamStatus?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("started", time: started.wall)
        writer.member("uptimems", Int((now.monotonic - started.monotonic) / 1_000_000))
        writer.object("methods") { writer in
            for (name, record) in methods.sorted {
                writer.name(name)
                writer.beginObject()
                writer.member("count", record.count)
                writer.object("errors") { writer in
                    for (reason, count) in record.failures.sorted(by: { $0.key < $1.key }) {
                        writer.name(reason)
                        writer.integer(count)
                    }
                }
                writer.member("p50us", record.microseconds.at(50))
                writer.member("p99us", record.microseconds.at(99))
                writer.member("p999us", record.microseconds.at(99.9))
                writer.member("maxus", record.microseconds.largest)
                writer.name("histogramus")
                record.microseconds.write(.microseconds, to: &writer)
                writer.endObject()
            }
        }
        writer.object("queue") { writer in
            writer.member("depth", lastQueue)
            writer.member("largest", largestQueue)
        }
        writer.object("batches") { writer in
            writer.member("count", batchSizes.count)
            writer.member("largest", batchSizes.largest)
            writer.member("p50", batchSizes.at(50))
            writer.member("p99", batchSizes.at(99))
            writer.name("histogram")
            batchSizes.write(.requests, to: &writer)
        }
        writer.object("commits") { writer in
            writer.member("count", commits.count)
            writer.member("failures", commitFailures)
            writer.member("p50us", commits.at(50))
            writer.member("p99us", commits.at(99))
            writer.member("maxus", commits.largest)
            writer.name("histogramus")
            commits.write(.microseconds, to: &writer)
        }
        writer.object("events") { writer in
            writer.member("published", eventsPublished)
            writer.member("replayed", eventsReplayed)
            writer.member("subscribers", subscribers)
            writer.member("markers", markers)
        }
        writer.object("connections") { writer in
            writer.member("rpc", requestConnections)
            writer.member("events", eventConnections)
        }
        writer.member("undeliverable", undeliverable)
        writer.member("refusednotifications", refusedNotifications)
        writer.member("replays", deduplicated)
        if let stream {
            writer.name("stream")
            StreamPart(stream).write(to: &writer)
        }
        if let memory = figures.memory() { writer.member("memorybytes", memory) }
        writeSurroundings(to: &writer)
        writer.endObject()
    }

    /// Writes what is looked up now, as far as it is known.
    private func writeSurroundings(to writer: inout JSONWriter) {
        writer.object("refusedpeers") { writer in
            for (reason, count) in figures.refusedPeers() {
                writer.name(reason)
                writer.integer(count)
            }
        }
        if let store = figures.store() {
            writer.object("store") { writer in
                writer.member("bytes", store.database)
                writer.member("logbytes", store.log)
                if let free = store.free { writer.member("freebytes", free) }
            }
        }
        if let process = figures.usage() {
            writer.object("process") { writer in
                writer.member("cpums", Int(process.processorTime * 1_000))
                writer.member("residentbytes", process.residentMemory)
                writer.member("virtualbytes", process.virtualMemory)
                writer.member("threads", process.threads)
                if let files = OpenFiles.count { writer.member("openfiles", files) }
                if let files = OpenFiles.limit { writer.member("maxfiles", files) }
            }
        }
    }
}

extension StreamPart {
    init(_ status: StreamStatus) {
        self.init()
        part = status.part.rawValue
        (term, position, lag) = (status.term, status.position, status.lag)
        (silence, isCutOff) = (Int(status.silence / .milliseconds(1)), status.isCutOff)
        (snapshot, isMakingSnapshot) = (status.snapshot, status.isMakingSnapshot)
        snapshotFailures = status.snapshotFailures
    }
}
