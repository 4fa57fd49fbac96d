internal import Synchronization
package import ZeroMQ
package import ZeroMQPatterns

/// Calls to one service, over one connection to each of its workers that comes back by itself.
///
/// With several workers a write goes to the one that takes writes, and a read to the one that has the least to do, which is
/// asked not to show less than this client has seen.
///
/// Runs on the owner thread of its node. Any number of calls may be in flight; their answers may come in any order.
package actor WorkerClient {
    /// The service that is called.
    package nonisolated let address: ServiceAddress
    private let node: ZMQNode
    private let channel: ServiceChannel<DealerLink>
    /// Of the calls, which any thread begins and cancels.
    private nonisolated let lastNumber = Atomic(0)

    /// The node's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private init(_ address: ServiceAddress, on node: ZMQNode, onMessage: MessageObserver?) throws(ZMQError) {
        self.address = address
        self.node = node
        channel = try ServiceChannel(to: address, on: node, onMessage: onMessage)
    }

    /// Lends a client to `body`.
    ///
    /// The service need not be there.
    ///
    /// When `body` ends, calls that are still in flight end as ``CallError/Code/cancelled`` and the connection is closed.
    ///
    /// - Parameters:
    ///   - address: The service; only its `rpc` endpoints are used.
    ///   - node: The node whose thread the client runs on. It must outlive the call.
    ///   - onMessage: Sees every message on the wire, in order, on the node's thread.
    ///   - body: Uses the client.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when the endpoint is invalid or no socket can be made, or what `body` threw.
    package static func withClient<R: Sendable>(
        _ address: ServiceAddress,
        on node: ZMQNode,
        onMessage: MessageObserver? = nil,
        body: (WorkerClient) async throws -> R
    ) async throws -> R {
        let client = try WorkerClient(address, on: node, onMessage: onMessage)
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

    /// Calls a method and waits for its outcome.
    ///
    /// A read, or a write with a key, is sent again when its connection is lost, when no answer comes for a while, and
    /// when the service says that it can be tried again; always under the same id and key, until the time is over. A
    /// write without a key is sent once, or until a worker takes it: one that does not has done nothing. Cancelling the task
    /// ends the waiting at once; what was sent stays sent.
    ///
    /// - Parameters:
    ///   - method: The method, such as `juice.order`.
    ///   - params: One JSON object; `nil` to leave params out.
    ///   - attachments: Up to 7 frames of up to 1 MiB.
    ///   - options: Time, key, and whether it is a write.
    /// - Returns: The result.
    /// - Throws: ``CallError``, which says whether the thing may have happened.
    package nonisolated func call(
        _ method: String,
        params: [UInt8]? = nil,
        attachments: [[UInt8]] = [],
        options: CallOptions
    ) async throws(CallError) -> CallReply {
        guard !Task.isCancelled else { throw CallError(.cancelled, idempotencyKey: options.idempotencyKey) }
        let number = makeNumber()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(number, method, params, attachments, options) { continuation.resume(returning: $0) }
                // The handler may have come before there was anything to cancel.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        return try outcome.get()
    }

    /// Begins a call that nobody cancels, and that no task waits for.
    ///
    /// It is sent again and ends as with ``call(_:params:attachments:options:)``.
    ///
    /// - Parameters:
    ///   - method: The method, such as `juice.stock.list`.
    ///   - params: One JSON object; `nil` to leave params out.
    ///   - options: Time, key, and whether it is a write.
    ///   - completion: Called once, with the outcome, on the owner thread of the node; it must not block.
    package nonisolated func begin(
        _ method: String,
        params: [UInt8]? = nil,
        options: CallOptions,
        completion: @escaping @Sendable (Result<CallReply, CallError>) -> Void
    ) {
        begin(makeNumber(), method, params, [], options, completion)
    }

    private nonisolated func begin(
        _ number: Int,
        _ method: String,
        _ params: [UInt8]?,
        _ attachments: [[UInt8]],
        _ options: CallOptions,
        _ completion: @escaping @Sendable (Result<CallReply, CallError>) -> Void
    ) {
        onOwner { channel in
            channel.begin(
                number,
                method: method,
                params: params,
                attachments: attachments,
                options: options,
                completion: completion
            )
        }
    }

    private nonisolated func makeNumber() -> Int {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// What the client has done so far.
    package var statistics: CallStatistics { channel.statistics }

    private nonisolated func cancel(_ number: Int) {
        onOwner { $0.cancel(number) }
    }

    private nonisolated func onOwner(_ work: @escaping @Sendable (ServiceChannel<DealerLink>) -> Void) {
        node.execute { self.assumeIsolated { work($0.channel) } }
    }

    private func open() throws {
        try channel.open()
    }

    private func close() {
        channel.close()
    }
}
