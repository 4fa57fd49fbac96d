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
    private let channel: CallChannel<DealerConnection>
    private let cancellations = CancellationInbox()

    /// The node's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private init(_ address: ServiceAddress, on node: ZMQNode, onMessage: MessageObserver?) {
        self.address = address
        self.node = node
        channel = CallChannel(to: address, on: node, onMessage: onMessage)
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
    ///   - onMessage: Told of every message on the wire, in order, on the node's thread.
    ///   - body: Uses the client.
    /// - Returns: What `body` returned.
    /// - Throws: `ZMQError` when the endpoint is invalid or no socket can be made, or what `body` threw.
    package static func withClient<R: Sendable>(
        _ address: ServiceAddress,
        on node: ZMQNode,
        onMessage: MessageObserver? = nil,
        _ body: (WorkerClient) async throws -> R
    ) async throws -> R {
        let client = WorkerClient(address, on: node, onMessage: onMessage)
        try await client.open()
        async let cancelling: Void = client.passCancellations()
        do {
            let result = try await body(client)
            await client.close()
            await cancelling
            return result
        } catch {
            await client.close()
            await cancelling
            throw error
        }
    }

    /// Calls a method and waits for its outcome.
    ///
    /// A read, or a write with a key, is sent again when its connection is lost, when no answer comes for a while, and
    /// when the service says that it can be tried again; always under the same id and key, until the time is over. A
    /// write without a key is sent once, or until a worker takes it: one that does not has done nothing. Cancelling the task ends the waiting at once; what was sent stays sent.
    ///
    /// - Parameters:
    ///   - method: The method, such as `juice.order`.
    ///   - params: One JSON object; `nil` to leave params out.
    ///   - attachments: Up to 7 frames of up to 1 MiB.
    ///   - options: Time, key, and whether it is a write.
    /// - Returns: The result.
    /// - Throws: ``CallError``, which says whether the thing may have happened.
    package func call(
        _ method: String,
        params: [UInt8]? = nil,
        attachments: [[UInt8]] = [],
        options: CallOptions
    ) async throws(CallError) -> CallReply {
        guard !Task.isCancelled else { throw CallError(.cancelled, idempotencyKey: options.idempotencyKey) }
        let number = channel.makeNumber()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                channel.begin(number, method, params: params, attachments: attachments, options: options) {
                    continuation.resume(returning: $0.map(\.callReply))
                }
            }
        } onCancel: {
            cancellations.put(number)
        }
        return try outcome.get()
    }

    /// What the client has done so far.
    package var statistics: CallStatistics { channel.statistics }

    private func open() throws {
        try channel.open()
    }

    private func close() {
        channel.close()
        cancellations.finish()
    }

    private func passCancellations() async {
        while let numbers = await cancellations.next() {
            for number in numbers {
                channel.cancel(number)
            }
        }
    }
}

/// Carries the numbers of cancelled calls from any thread to the client's own.
///
/// A cancellation handler can neither wait nor start a task that nobody owns; the client's one child task waits here
/// instead.
final class CancellationInbox: Sendable {
    private struct State {
        var numbers: [Int] = []
        var isFinished = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func put(_ number: Int) {
        let waiter = state.withLock { state in
            state.numbers.append(number)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Ends the waiting for good.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// The numbers put in since the last time, waiting for the first; `nil` after the end.
    ///
    /// Not ended by cancelling the waiting task: that is when the numbers come. For one waiting task.
    func next() async -> [Int]? {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.numbers.isEmpty, !state.isFinished else { return true }
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { state in
            guard !state.numbers.isEmpty else { return nil }
            defer { state.numbers = [] }
            return state.numbers
        }
    }
}
