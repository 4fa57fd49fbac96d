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

    /// Those that are served, in the order in which they were named.
    let names: [ServiceName]
    /// What they say of themselves.
    let infos = ServiceInfoCache()
    private let clients: [ServiceName: WorkerClient]
    /// What reads were answered, as long as it is exact.
    let kept: KeptReads
    private let sharedReads: SharedReads
    private let audit: WriteAudit?
    private let tracer: OTLPTracer?
    /// Who calls; `nil` for this program itself.
    private var caller: Caller?

    private init(
        _ names: [ServiceName],
        clients: [ServiceName: WorkerClient],
        kept: KeptReads,
        audit: WriteAudit?,
        tracer: OTLPTracer?
    ) {
        (self.names, self.clients, self.kept, self.audit, self.tracer) = (names, clients, kept, audit, tracer)
        sharedReads = SharedReads(for: kept)
    }

    /// Whether a service is served.
    func has(_ service: ServiceName) -> Bool { names.contains(service) }

    /// The services for one caller, whose idempotency keys are nobody else's.
    ///
    /// To a service all callers of this program are one, see ``CallerKey``.
    func of(_ caller: Caller) -> Services {
        var services = self
        services.caller = caller
        return services
    }

    /// Lends clients of some services to `body`; the services need not be there.
    ///
    /// - Parameters:
    ///   - names: Those that are served.
    ///   - addresses: Where they are; those that are not among them do not answer.
    ///   - kept: What reads were answered.
    ///   - audit: Where writes are told; `nil` where they are not.
    ///   - tracer: Where calls are told that are part of a trace; `nil` where none is.
    /// - Throws: `ZMQError` when an endpoint is invalid, or what `body` threw.
    static func withServices(
        _ names: [ServiceName],
        at addresses: [ServiceAddress],
        on node: ZMQNode,
        kept: KeptReads,
        audit: WriteAudit?,
        tracer: OTLPTracer?,
        body: (Services) async throws -> Void
    ) async throws {
        try await lend(addresses[...], after: [:], on: node) {
            try await body(Services(names, clients: $0, kept: kept, audit: audit, tracer: tracer))
        }
    }

    private static func lend(
        _ left: ArraySlice<ServiceAddress>,
        after clients: [ServiceName: WorkerClient],
        on node: ZMQNode,
        body: ([ServiceName: WorkerClient]) async throws -> Void
    ) async throws {
        guard let address = left.first else { return try await body(clients) }
        try await WorkerClient.withClient(address, on: node) { client in
            var clients = clients
            clients[address.service] = client
            try await lend(left.dropFirst(), after: clients, on: node, body: body)
        }
    }

    /// Makes a call.
    ///
    /// - Throws: ``CallError``, also for a key that cannot be one.
    func reply(to call: ServiceCall) async throws(CallError) -> WebReply {
        var own = try owned(call)
        let span = ServiceSpan(of: call, by: tracer)
        let audit = call.isWrite ? audit : nil
        guard span != nil || audit != nil else { return try await send(own) }
        own.trace = span?.traceparent ?? call.trace
        let result: Result<WebReply, CallError>
        do throws(CallError) {
            result = .success(try await send(own))
        } catch {
            result = .failure(error)
        }
        span?.end(result)
        audit?.tell(write: call.fields, by: caller, result: result.map(\.reply))
        return try result.get()
    }

    /// Not a part of ``reply(to:)``, which would take its memory twice for each request that waits.
    @inline(never)
    private func send(_ call: ServiceCall) async throws(CallError) -> WebReply {
        guard let client = clients[call.service] else { throw CallError(.unreachable) }
        // A call whose trace is recorded is that of one caller; a stranger could have each read done by itself.
        let isTraced =
            call.trace.flatMap { TraceContext($0) }?.isSampled == true
            && InstrumentationContext.current?.isOfStranger != true
        let key = ReadKey(service: call.service, method: call.method, params: call.params)
        let atLeast = call.least.flatMap { kept.sequence(of: $0, at: call.service) }
        guard !call.isWrite, !isTraced, call.attachments.isEmpty else {
            var options = CallOptions(
                timeout: Self.timeout,
                idempotencyKey: call.key,
                isWrite: call.isWrite,
                traceparent: call.trace
            )
            options.atLeast = atLeast
            let reply = try await client.call(
                call.method.name,
                params: call.params,
                attachments: call.attachments,
                options: options
            )
            let answer = WebReply(reply, to: key)
            // Before the caller hears of a write, nothing older is given to anybody.
            kept.take(answer, asked: nil)
            return answer
        }
        if let answer = kept.answer(to: key, from: call.least) { return answer }
        let question = SharedReads.Question(key: key, atLeast: atLeast)
        return try await sharedReads.answer(to: question, trace: call.trace, by: client)
    }

    /// Asks a service about itself; what does not answer within a second, whatever keeps it, does not answer.
    ///
    /// - Throws: ``CallError``.
    func probe(_ service: ServiceName, with method: MethodDefinition) async throws(CallError) -> CallReply {
        guard let client = clients[service] else { throw CallError(.unreachable) }
        let key = ReadKey(service: service, method: method, params: nil)
        let question = SharedReads.Question(key: key, timeout: Self.probeTimeout)
        return try await sharedReads.answer(to: question, trace: nil, by: client).reply
    }

    /// The same as a value; `nil` where the service does not answer, or answers something else.
    func probe<Value>(
        _ service: ServiceName,
        with method: MethodDefinition,
        as value: (JSONNode) -> Value?
    ) async -> Value? {
        guard let reply = try? await probe(service, with: method) else { return nil }
        return (try? JSONReader(limits: .generous).read(reply.result)).flatMap(value)
    }

    /// The call with its caller's key as the service knows it; the key that a method asks about stands in its params.
    ///
    /// - Throws: ``CallError`` for a key that cannot be one.
    private func owned(_ call: ServiceCall) throws(CallError) -> ServiceCall {
        var own = call
        let holder = caller?.name ?? ""
        do throws(RPCError) {
            guard let name = call.method.keyParameter else {
                own.key = try call.key.map { key throws(RPCError) in try CallerKey(key, of: holder).text }
                return own
            }
            // What is not such params is for the service to refuse.
            guard let node = call.params.flatMap({ try? JSONReader().read($0) }), let key = node[name]?.string else {
                return own
            }
            let ownKey = try CallerKey(key, of: holder).text
            own.params = JSONWriter.object(node, without: name) { writer in
                writer.name(name)
                writer.string(ownKey)
            }
            return own
        } catch {
            throw CallError(.refused(error))
        }
    }
}
