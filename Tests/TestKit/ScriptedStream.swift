internal import Messages
internal import WireJSON
internal import ZeroMQ

/// A service with an event stream, which loses and repeats what the test wants.
///
/// It answers every `~sync.` subscription with a marker, and `events.replay` from its log. Leaving its scope ends it as
/// the end of a process would.
package actor ScriptedStream {
    /// Its history.
    package private(set) var log: EventLog
    /// How many replays were answered.
    package private(set) var replays = 0

    private let node: ZMQNode
    private let joins = Inlet<Void>()
    private var publisher: XPubSocket?
    private var router: RouterSocket?
    private var replayFailures = 0
    private var message = ZMQMultipart()
    private var writer = JSONWriter()
    private let reader = JSONReader()

    /// The node's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private init(_ node: ZMQNode, _ log: EventLog) {
        self.node = node
        self.log = log
    }

    /// Lends a stream.
    ///
    /// - Parameters:
    ///   - log: Its history.
    ///   - rpc: Where it answers replays.
    ///   - events: Where it publishes.
    ///   - body: Decides what is published.
    package static func withStream<R: Sendable>(
        _ log: EventLog,
        rpc: String,
        events: String,
        _ body: (ScriptedStream) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "scripted-stream") { node in
            let stream = ScriptedStream(node, log)
            try await stream.listen(rpc: ZMQEndpoint(parsing: rpc), events: ZMQEndpoint(parsing: events))
            return try await body(stream)
        }
    }

    /// Waits until somebody has joined and was sent a marker.
    ///
    /// For one waiting task.
    package nonisolated func joined() async throws {
        try await joins.next()
    }

    /// Adds events to the history, and publishes each as often as asked.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - copies: How often to publish the event of this sequence; 0 loses it.
    package func append(_ count: Int, copies: (Int) -> Int = { _ in 1 }) {
        for _ in 0..<count {
            log.newest += 1
            for _ in 0..<copies(log.newest) {
                writer.removeAll()
                let record = log.record(log.newest)
                CloudEvent.write(record, source: ServiceName.juice.source, epoch: log.epoch, to: &writer)
                publish(Array(EventTopic.topic(type: record.type, subject: record.subject).utf8))
            }
        }
    }

    /// Publishes how far the stream has come.
    package func heartbeat() {
        mark(Array(EventTopic.heartbeat(.juice).utf8))
    }

    /// Publishes bytes of any kind.
    package func publish(topic: String, text: String) {
        try? publisher?.send(ZMQMultipart(Array(topic.utf8), Array(text.utf8)))
    }

    /// Forgets the events before one.
    package func truncate(before sequence: Int) {
        log.oldest = sequence
    }

    /// Answers the next replays with an error.
    package func failReplays(_ count: Int) {
        replayFailures = count
    }

    // MARK: Sockets

    private func listen(rpc: ZMQEndpoint, events: ZMQEndpoint) throws {
        let router = try node.makeRouter()
        try router.bind(rpc)
        self.router = router
        node.whenReadable(router) { self.receive() }
        let publisher = try node.makeXPub()
        try publisher.bind(events)
        self.publisher = publisher
        node.whenReadable(publisher) { self.readSubscriptions() }
    }

    private func readSubscriptions() {
        while let subscription = try? publisher?.receiveSubscription() {
            guard subscription.isSubscribed, subscription.topic.starts(with: EventTopic.syncPrefix.utf8) else {
                continue
            }
            mark(subscription.topic)
            joins.put(())
        }
    }

    private func mark(_ topic: [UInt8]) {
        writer.removeAll()
        log.marker.write(to: &writer)
        publish(topic)
    }

    private func publish(_ topic: [UInt8]) {
        try? publisher?.send(ZMQMultipart(topic, writer.bytes))
    }

    // MARK: Replays

    private func receive() {
        while let router, (try? router.receive(into: &message)) == true {
            guard message.count > 2, let root = try? reader.read(message.span(of: 2)), let request = try? Request(root),
                let id = request.id, let params = try? EventsReplayParams(params: request.params)
            else { continue }
            replays += 1
            writer.removeAll()
            answer(params, under: id, atLeast: request.meta.atLeast ?? 0)
            try? router.send(ZMQMultipart(message.frame(0), [], writer.bytes))
        }
    }

    private func answer(_ params: EventsReplayParams, under id: RequestID, atLeast: Int) {
        let source = ServiceName.juice.source
        let (replies, newest) = (ReplyWriter(source: source, epoch: log.epoch), log.newest)
        guard atLeast <= newest else {
            let error = RPCError(.behind, "the log ends at \(newest)")
            return replies.write(error: error, id: id, isKeyed: false, sequence: newest, to: &writer)
        }
        guard replayFailures == 0 else {
            replayFailures -= 1
            let error = RPCError(.internal, "as the script says")
            return replies.write(error: error, id: id, isKeyed: false, sequence: newest, to: &writer)
        }
        guard params.after + 1 >= log.oldest || params.after >= log.newest else {
            var error = RPCError(.replayTruncated, "events before \(log.oldest) are no longer kept")
            error.firstSequence = log.oldest
            return replies.write(error: error, id: id, isKeyed: false, sequence: newest, to: &writer)
        }
        let next = min(params.after + params.limit, log.newest)
        var result = JSONWriter()
        result.beginObject()
        result.name("events")
        result.beginArray()
        if params.after < next {
            for sequence in params.after + 1...next {
                CloudEvent.write(log.record(sequence), source: source, epoch: log.epoch, to: &result)
            }
        }
        result.endArray()
        result.member("next", next)
        result.member("complete", next >= log.newest)
        result.endObject()
        replies.write(result: result.bytes[...], id: id, sequence: newest, to: &writer)
    }
}
