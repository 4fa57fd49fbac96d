internal import Messages
internal import OTLPTracing
internal import Tracing
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// The services, each over connections that stay.
struct Services: Sendable {
    /// How long a call may take, all attempts included.
    static let timeout = Duration.seconds(5)

    /// How long a call may take that asks a service about itself.
    ///
    /// Who comes during such a call waits for the next one, so both together take less than a second.
    private static let probeTimeout = Duration.milliseconds(450)

    private let clients: [ServiceName: WorkerClient]
    private let sharedReads = SharedReads()
    private let audit: WriteAudit?
    private let tracer: OTLPTracer?
    /// Who calls; `nil` for this program itself.
    private var caller: Caller?

    private init(clients: [ServiceName: WorkerClient], audit: WriteAudit?, tracer: OTLPTracer?) {
        (self.clients, self.audit, self.tracer) = (clients, audit, tracer)
    }

    /// The services for one caller, whose idempotency keys are nobody else's.
    ///
    /// To a service all callers of this program are one, see ``CallerKey``.
    func of(_ caller: Caller) -> Services {
        var services = self
        services.caller = caller
        return services
    }

    /// Lends clients of all services to `body`; the services need not be there.
    ///
    /// - Parameters:
    ///   - audit: Where writes are told; `nil` where they are not.
    ///   - tracer: Where calls are told that are part of a trace; `nil` where none is.
    /// - Throws: `ZMQError` when an endpoint is invalid, or what `body` threw.
    static func withServices(
        _ addresses: [ServiceAddress],
        on node: ZMQNode,
        audit: WriteAudit?,
        tracer: OTLPTracer?,
        _ body: (Services) async throws -> Void
    ) async throws {
        try await lend(addresses[...], [:], on: node) {
            try await body(Services(clients: $0, audit: audit, tracer: tracer))
        }
    }

    private static func lend(
        _ left: ArraySlice<ServiceAddress>,
        _ clients: [ServiceName: WorkerClient],
        on node: ZMQNode,
        _ body: ([ServiceName: WorkerClient]) async throws -> Void
    ) async throws {
        guard let address = left.first else { return try await body(clients) }
        try await WorkerClient.withClient(address, on: node) { client in
            var clients = clients
            clients[address.service] = client
            try await lend(left.dropFirst(), clients, on: node, body)
        }
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - method: Its name on the wire.
    ///   - params: One JSON object; `nil` for none.
    ///   - isWrite: Whether it changes something.
    ///   - key: The idempotency key of a write, as the caller has it.
    ///   - trace: The W3C trace context to hand on; `nil` for that of the request under way.
    /// - Throws: ``CallError``, also for a key that cannot be one.
    func call(
        _ service: ServiceName,
        _ method: String,
        params: [UInt8]? = nil,
        attachments: [[UInt8]] = [],
        isWrite: Bool = false,
        key: String? = nil,
        trace: String? = nil
    ) async throws(CallError) -> WebReply {
        let (params, ownKey) = try owned(params, key, of: method)
        let span = ServiceSpan(tracer, service, method, in: trace)
        let audit = isWrite ? audit : nil
        guard span != nil || audit != nil else {
            return try await send(service, method, params, attachments, isWrite: isWrite, key: ownKey, trace: trace)
        }
        let trace = span?.traceparent ?? trace
        let result: Result<WebReply, CallError>
        do throws(CallError) {
            result = .success(
                try await send(service, method, params, attachments, isWrite: isWrite, key: ownKey, trace: trace)
            )
        } catch {
            result = .failure(error)
        }
        span?.end(result)
        audit?.tell(caller, service, method, key: key, result.map(\.reply))
        return try result.get()
    }

    /// Not a part of ``call(_:_:params:attachments:isWrite:key:trace:)``, which would take its memory twice for each request that waits.
    @inline(never)
    private func send(
        _ service: ServiceName,
        _ method: String,
        _ params: [UInt8]?,
        _ attachments: [[UInt8]],
        isWrite: Bool,
        key: CallerKey?,
        trace: String?
    ) async throws(CallError) -> WebReply {
        guard let client = clients[service] else { throw CallError(.unreachable) }
        // A call whose trace is recorded is that of one caller; a stranger could have each read done by itself.
        let isTraced =
            trace.flatMap { TraceContext($0) }?.isSampled == true
            && InstrumentationContext.current?.isOfStranger != true
        guard !isWrite, !isTraced, attachments.isEmpty else {
            let options = CallOptions(
                timeout: Self.timeout,
                idempotencyKey: key?.text,
                isWrite: isWrite,
                traceparent: trace
            )
            let reply = try await client.call(method, params: params, attachments: attachments, options: options)
            return WebReply(reply, of: service, method, isWrite: isWrite)
        }
        let question = SharedReads.Question(service: service, method: method, params: params)
        return try await sharedReads.answer(to: question, trace: trace, by: client)
    }

    /// Asks a service about itself; what does not answer within a second, whatever keeps it, does not answer.
    ///
    /// - Throws: ``CallError``.
    func probe(_ service: ServiceName, _ method: MethodDefinition) async throws(CallError) -> CallReply {
        guard let client = clients[service] else { throw CallError(.unreachable) }
        let question = SharedReads.Question(
            service: service,
            method: method.name,
            params: nil,
            timeout: Self.probeTimeout
        )
        return try await sharedReads.answer(to: question, trace: nil, by: client).reply
    }

    /// Params and key as the service knows them: the key of `service.outcome` stands in its params.
    ///
    /// - Throws: ``CallError`` for a key that cannot be one.
    private func owned(
        _ params: [UInt8]?,
        _ key: String?,
        of method: String
    ) throws(CallError) -> ([UInt8]?, CallerKey?) {
        guard key != nil || method == ServiceMethod.outcome.name else { return (params, nil) }
        let holder = caller?.name ?? ""
        do throws(RPCError) {
            guard method == ServiceMethod.outcome.name else {
                return (params, try key.map { key throws(RPCError) in try CallerKey(key, of: holder) })
            }
            // What is not such params is for the service to refuse.
            guard let params, let node = try? JSONReader().read(params), let key = node["idempotencykey"]?.string else {
                return (params, nil)
            }
            let own = try CallerKey(key, of: holder)
            return (JSONWriter.object(node, without: "idempotencykey") { $0.member("idempotencykey", own.text) }, nil)
        } catch {
            throw CallError(.refused(error))
        }
    }
}
