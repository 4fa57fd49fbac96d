@_exported public import Messages
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// Calls one service, and follows its events.
///
///     try await ServiceClient.with(.configured("counter")) { counter in
///         let count = try await counter.call(CounterAPI.add, Amount(amount: 5))
///     }
///
/// Any task may use it, and any number of calls may be in flight.
public struct ServiceClient: Sendable {
    private let client: WorkerClient
    private let address: ServiceAddress
    private let node: ZMQNode

    /// Lends a client to `body`.
    ///
    /// The service need not be there, and may come and go. When `body` ends, the connections are closed, and calls that
    /// are still in flight end as ``CallFailure/Code/cancelled``.
    ///
    /// - Parameters:
    ///   - place: Where the service is.
    ///   - body: Uses the client.
    /// - Returns: What `body` returned.
    /// - Throws: An error that says why the place cannot be used, or what `body` threw.
    public static func with<Value: Sendable>(
        _ place: ServicePlace,
        body: (ServiceClient) async throws -> Value
    ) async throws -> Value {
        let address = try place.address()
        return try await ZMQNode.withNode(name: "\(place.name) client") { node in
            try await WorkerClient.withClient(address, on: node) { client in
                try await body(ServiceClient(client: client, address: address, node: node))
            }
        }
    }

    /// Reads.
    ///
    /// It is sent again when its connection is lost and when nobody answers, until the time is over.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - params: What it takes.
    ///   - timeout: The time for everything.
    /// - Throws: ``Refusal`` when the service says no, and ``CallFailure`` when there is no answer.
    public func call<Params, Result>(
        _ method: ReadMethod<Params, Result>,
        _ params: Params = Params(),
        timeout: Duration = .seconds(5)
    ) async throws -> Result {
        try await reply(to: method, params, timeout: timeout).result
    }

    /// Reads, as ``call(_:_:timeout:)``, also what is attached to the answer.
    public func reply<Params, Result>(
        to method: ReadMethod<Params, Result>,
        _ params: Params = Params(),
        timeout: Duration = .seconds(5)
    ) async throws -> ServiceReply<Result> {
        try await call(method.declaration, with: params, options: CallOptions(timeout: timeout, isWrite: false))
    }

    /// Writes, once.
    ///
    /// It is sent again under the same key, which the service does once, until the time is over.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - params: What it takes.
    ///   - key: Names this write for as long as the service remembers keys, which is days: a program that keeps it can
    ///     ask again after it was killed. `nil` makes one for this call.
    ///   - attachments: What is sent with it: up to 7 frames, each of up to 1 MiB.
    ///   - timeout: The time for everything.
    /// - Throws: ``Refusal`` when the service says no: nothing was changed. ``CallFailure`` when there is no answer: it
    ///   says whether something may have been changed, and has the key to find out.
    public func call<Params, Result>(
        _ method: WriteMethod<Params, Result>,
        _ params: Params = Params(),
        key: String? = nil,
        attachments: [[UInt8]] = [],
        timeout: Duration = .seconds(5)
    ) async throws -> Result {
        let options = CallOptions(timeout: timeout, idempotencyKey: key ?? IdempotencyKey.make(), isWrite: true)
        return try await call(method.declaration, with: params, attachments: attachments, options: options).result
    }

    private func call<Result: Message>(
        _ method: MethodDeclaration,
        with params: some Message,
        attachments: [[UInt8]] = [],
        options: CallOptions
    ) async throws -> ServiceReply<Result> {
        let reply: CallReply
        do throws(CallError) {
            reply = try await client.call(
                method.definition.name,
                params: params.jsonBytes,
                attachments: attachments,
                options: options
            )
        } catch {
            if case .refused(let refusal) = error.code { throw Refusal(refusal) }
            throw CallFailure(error)
        }
        let limits = JSONLimits(bytes: reply.result.count, members: 1 << 20)
        guard let node = try? JSONReader(limits: limits).read(reply.result), let result = Result(node) else {
            let text = "the result of \(method.definition.name) is not what the method declares"
            throw CallFailure(CallError(.badReply(text), idempotencyKey: options.idempotencyKey))
        }
        return ServiceReply(result: result, attachments: reply.attachments)
    }

    /// Lends the events of the service to `body`, in their order and without a gap.
    ///
    /// Events that were missed are fetched from the service; where those are no longer there, the stream says so by
    /// ``ServiceSignal/cut``.
    ///
    /// - Parameters:
    ///   - start: Where to begin.
    ///   - body: Iterates over the events.
    /// - Returns: What `body` returned.
    /// - Throws: An error that says why the place cannot be used, or what `body` threw.
    public func withEvents<Value: Sendable>(
        from start: EventStart = .now,
        _ body: (ServiceEvents) async throws -> Value
    ) async throws -> Value {
        try await EventSubscriber.withEvents(of: address, on: node, from: start.stream) { subscription in
            try await body(ServiceEvents(subscription: subscription))
        }
    }
}

/// The answer of a service with what it has attached.
public struct ServiceReply<Result: Message>: Sendable {
    /// The result.
    public let result: Result
    /// The frames behind it.
    public let attachments: [[UInt8]]
}
