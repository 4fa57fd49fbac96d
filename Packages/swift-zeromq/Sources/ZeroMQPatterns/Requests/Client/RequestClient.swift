public import ZeroMQ

/// Requests to one service, which one or several servers do: sent again when an answer is late or a connection is lost, until their
/// time is over.
///
/// A read goes to the server that has the least to do, a write to the one that has taken writes so far, and both to another when
/// that one is gone, silent or says so. Any number of requests may be on their way; answers may come in any order. How much is
/// sent again over connections that stand is bounded, so that a server in trouble is not asked ever more: a tenth of the requests
/// and 10 a second.
///
/// May be used from anywhere; its work is done on the owner thread of its node. What travels, and how a server reads and answers
/// it, is said by ``RoutedRequest`` and ``RequestAnswer``.
public actor RequestClient {
    private let node: ZMQNode
    private let channel: RequestChannel<DealerLink, FramedCodec>

    /// The node's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(to endpoints: [ZMQEndpoint], _ options: RequestClientOptions, on node: ZMQNode) throws(ZMQError) {
        self.node = node
        channel = try RequestChannel(to: endpoints, options, on: node)
    }

    /// Sends a request, and waits for what comes of it.
    ///
    /// Cancelling the task ends the wait at once and throws `CancellationError`; what was sent stays sent, so a write may have
    /// happened.
    ///
    /// - Parameters:
    ///   - body: What to ask for, any frames that together with three more are within the limits of the servers.
    ///   - kind: Whether it may be sent more than once.
    ///   - timeout: The time for everything: for a connection, all sendings and all pauses between them.
    ///   - connectTimeout: How long it waits for someone to take a connection; `timeout` limits it too.
    /// - Returns: The answer.
    /// - Throws: ``RequestError``, which says whether the thing may have happened, or `CancellationError`.
    public func call(
        _ body: ZMQMultipart,
        kind: RequestKind = .read,
        timeout: Duration = .seconds(5),
        connectTimeout: Duration = .seconds(1)
    ) async throws -> RequestReply {
        if let key = kind.key, !(1...255).contains(key.utf8.count) {
            throw RequestError(code: .invalidKey, key: key, sends: 0, lastAnswer: nil)
        }
        let policy = kind.policy(timeout: timeout, connectTimeout: connectTimeout)
        let pending = PendingReply()
        let number = channel.makeNumber()
        channel.begin(number, request: FramedRequest(key: kind.key, body: body, policy: policy)) { outcome in
            pending.outcome = RequestReply.result(of: outcome)
            _ = pending.waiter?.serve()
        }
        if pending.outcome == nil {
            defer { pending.waiter = nil }
            try await node.wait(timeout: nil) {
                pending.outcome != nil
            } begin: { waiter in
                pending.waiter = waiter
                return { [channel] in
                    pending.waiter = nil
                    channel.cancel(number)
                }
            }
        }
        guard let outcome = pending.outcome else { throw CancellationError() }
        return try outcome.get()
    }

    /// What the client has done so far.
    public var statistics: CallStatistics { channel.statistics }

    func open() throws {
        try channel.open()
    }

    func close() {
        channel.close()
    }
}

/// What came of a request, and the task that waits for it.
private final class PendingReply {
    var outcome: Result<RequestReply, RequestError>?
    var waiter: Waiter?
}

extension ZMQNode {
    /// Lends a client to `body`.
    ///
    /// No server need be there: requests wait for them, and connections come back by themselves. When `body` ends, requests that
    /// are still on their way end as ``RequestError/Code-swift.enum/closed``, and the connections are closed.
    ///
    /// ```swift
    /// try await node.withRequests(to: [ZMQEndpoint(parsing: "ipc:///run/user/1000/orders")]) { requests in
    ///     print(try await requests.call(ZMQMultipart(utf8: "2 apples"), kind: .write).body.text(0))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - endpoints: The servers, from one; of each that is over ipc nobody else may be able to take its place.
    ///   - options: How it connects.
    ///   - body: Uses the client.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when an endpoint is invalid or no socket can be made, or what `body` threw.
    public func withRequests<R: Sendable>(
        to endpoints: [ZMQEndpoint],
        options: RequestClientOptions = RequestClientOptions(),
        body: (RequestClient) async throws -> R
    ) async throws -> R {
        let client = try RequestClient(to: endpoints, options, on: self)
        try await client.open()
        do {
            let result = try await body(client)
            await client.close()
            return result
        } catch {
            await client.close()
            throw error
        }
    }
}
