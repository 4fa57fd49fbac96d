internal import AccessTokens
internal import Messages
internal import OTLPTracing
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// The services, each over connections that stay.
struct Services: Sendable {
    /// How long a call may take, all attempts included.
    static let timeout = Duration.seconds(5)

    private let clients: [ServiceName: WorkerClient]
    private let sharedReads = SharedReads()
    private let audit: WriteAudit?
    private let tracer: OTLPTracer?
    /// Who calls; `nil` for this program itself.
    private var caller: Caller?
    /// Whose keys are meant; `nil` for callers without a token, who are one.
    private var holder: TokenRecord? { caller?.token }

    private init(clients: [ServiceName: WorkerClient], audit: WriteAudit?, tracer: OTLPTracer?) {
        (self.clients, self.audit, self.tracer) = (clients, audit, tracer)
    }

    /// The services for one caller, whose idempotency keys are nobody else's.
    ///
    /// To a service all callers of this program are one, so a key of a token's holder gets their name.
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
    ///   - key: The idempotency key of a write.
    ///   - trace: The W3C trace context to hand on; `nil` for that of the request under way.
    /// - Throws: ``CallError``.
    func call(
        _ service: ServiceName,
        _ method: String,
        params: [UInt8]? = nil,
        attachments: [[UInt8]] = [],
        isWrite: Bool = false,
        key: String? = nil,
        trace: String? = nil
    ) async throws(CallError) -> WebReply {
        let span = ServiceSpan(tracer, service, method, in: trace)
        let audit = isWrite ? audit : nil
        guard span != nil || audit != nil else {
            return try await send(service, method, params, attachments, isWrite: isWrite, key: key, trace: trace)
        }
        let trace = span?.traceparent ?? trace
        let result: Result<WebReply, CallError>
        do throws(CallError) {
            result = .success(
                try await send(service, method, params, attachments, isWrite: isWrite, key: key, trace: trace)
            )
        } catch {
            result = .failure(error)
        }
        span?.end(result)
        audit?.tell(caller, service, method, key: key, result)
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
        key: String?,
        trace: String?
    ) async throws(CallError) -> WebReply {
        guard let client = clients[service] else { throw CallError(.unreachable) }
        let params = method == ServiceMethod.outcome.name ? params.map { withOwnKey($0) } : params
        let key = key.map { own($0) }
        // A call whose trace is recorded is that of one caller.
        let isTraced = trace.flatMap { TraceContext($0) }?.isSampled == true
        guard !isWrite, !isTraced, attachments.isEmpty else {
            let options = CallOptions(timeout: Self.timeout, idempotencyKey: key, isWrite: isWrite, traceparent: trace)
            let reply = try await client.call(method, params: params, attachments: attachments, options: options)
            return WebReply(reply, of: service, method, isWrite: isWrite)
        }
        let question = SharedReads.Question(service: service, method: method, params: params)
        return try await sharedReads.answer(to: question, trace: trace, by: client)
    }

    /// A key as services know it.
    ///
    /// Names have no tab, so that the last one ends the caller's key, whatever is in it.
    private func own(_ key: String) -> String {
        holder.map { "\(key)\t\($0.name)" } ?? key
    }

    /// Params of `service.outcome` with the key in them as services know it; what is not such params is for the service to refuse.
    private func withOwnKey(_ params: [UInt8]) -> [UInt8] {
        guard holder != nil, let node = try? JSONReader().read(params), let key = node["idempotencykey"]?.string else {
            return params
        }
        return JSONWriter.object(node, without: "idempotencykey") { $0.member("idempotencykey", own(key)) }
    }
}
