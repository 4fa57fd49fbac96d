package import Messages
internal import WireJSON
internal import ZeroMQ

/// A service of which the test decides every answer, if there is any.
///
/// Leaving its scope ends it as the end of a process would: the connections are gone, the endpoint is free.
package actor ScriptedPeer {
    /// One request as it arrived.
    package struct Request: Sendable {
        /// Who sent it: the routing id.
        package let peer: [UInt8]
        /// The id to answer under.
        package let id: String
        /// The method.
        package let method: String
        /// The params as text; `nil` when absent.
        package let params: String?
        /// What it says about itself.
        package let meta: RequestMeta
        /// The frames after the JSON.
        package let attachments: [[UInt8]]
    }

    private let node: ZMQNode
    private let requests = Inlet<Request>()
    private var router: RouterSocket?
    private var message = ZMQMultipart()
    private let reader = JSONReader()

    /// The node's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private init(_ node: ZMQNode) {
        self.node = node
    }

    /// Lends a peer that listens.
    ///
    /// - Parameters:
    ///   - endpoint: Where, such as `ipc:///tmp/x/juice.rpc`.
    ///   - body: Decides the answers.
    package static func withPeer<R: Sendable>(
        at endpoint: String,
        _ body: (ScriptedPeer) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "scripted-peer") { node in
            let peer = ScriptedPeer(node)
            try await peer.listen(ZMQEndpoint(parsing: endpoint))
            return try await body(peer)
        }
    }

    /// The next request, waiting for it.
    ///
    /// For one waiting task.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    package nonisolated func next() async throws -> Request {
        try await requests.next()
    }

    /// Answers with a result.
    ///
    /// - Parameters:
    ///   - request: What is answered; any number of times.
    ///   - result: One JSON value.
    ///   - attachments: The frames after the JSON.
    ///   - position: The position of the stream at which it is true.
    package func answer(
        _ request: Request,
        result: String,
        attachments: [[UInt8]] = [],
        at position: StreamMarker? = nil
    ) {
        var writer = JSONWriter()
        Self.replies(at: position)
            .write(
                result: Array(result.utf8)[...],
                id: .string(request.id),
                sequence: position?.sequence,
                to: &writer
            )
        send(writer.bytes, to: request, attachments)
    }

    /// Answers with an error.
    package func refuse(_ request: Request, _ error: RPCError, at position: StreamMarker? = nil) {
        var writer = JSONWriter()
        Self.replies(at: position)
            .write(
                error: error,
                id: .string(request.id),
                isKeyed: request.meta.idempotencyKey != nil,
                sequence: position?.sequence,
                to: &writer
            )
        send(writer.bytes, to: request, [])
    }

    /// Sends a frame of any kind to who sent a request.
    package func send(text: String, to request: Request) {
        send(Array(text.utf8), to: request, [])
    }

    private static func replies(at position: StreamMarker?) -> ReplyWriter {
        ReplyWriter(source: ServiceName.juice.source, epoch: position?.epoch)
    }

    private func send(_ json: [UInt8], to request: Request, _ attachments: [[UInt8]]) {
        var message = ZMQMultipart(request.peer, [], json)
        for attachment in attachments {
            message.append(attachment)
        }
        // Who asked may be gone by now.
        try? router?.send(message)
    }

    private func listen(_ endpoint: ZMQEndpoint) throws {
        let router = try node.makeRouter()
        try router.bind(endpoint)
        self.router = router
        node.whenReadable(router) { self.receive() }
    }

    private func receive() {
        while let router, (try? router.receive(into: &message)) == true {
            // As it has to be for brokers: nothing but the routing id before the empty frame.
            guard message.count > 2, message.size(of: 1) == 0, let root = try? reader.read(message.span(of: 2)),
                let request = try? Messages.Request(root),
                let id = request.id
            else { continue }
            requests.put(
                ScriptedPeer.Request(
                    peer: message.frame(0),
                    id: id.description,
                    method: request.method,
                    params: request.params.map { params in
                        var writer = JSONWriter()
                        params.write(to: &writer)
                        return String(decoding: writer.bytes, as: UTF8.self)
                    },
                    meta: request.meta,
                    attachments: (3..<message.count).map { message.frame($0) }
                )
            )
        }
    }
}
