internal import AccessTokens
internal import Messages
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
    /// Who calls; `nil` for this program itself.
    private var caller: Caller?
    /// Whose keys are meant; `nil` for callers without a token, who are one.
    private var holder: TokenRecord? { caller?.token }

    private init(clients: [ServiceName: WorkerClient], audit: WriteAudit?) {
        (self.clients, self.audit) = (clients, audit)
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
    /// - Parameter audit: Where writes are told; `nil` where they are not.
    /// - Throws: `ZMQError` when an endpoint is invalid, or what `body` threw.
    static func withServices(
        _ addresses: [ServiceAddress],
        on node: ZMQNode,
        audit: WriteAudit?,
        _ body: (Services) async throws -> Void
    ) async throws {
        try await lend(addresses[...], [:], on: node) { try await body(Services(clients: $0, audit: audit)) }
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
    ///   - trace: The W3C trace context to hand on.
    /// - Throws: ``CallError``.
    func call(
        _ service: ServiceName,
        _ method: String,
        params: [UInt8]? = nil,
        attachments: [[UInt8]] = [],
        isWrite: Bool = false,
        key: String? = nil,
        trace: String? = nil
    ) async throws(CallError) -> CallReply {
        guard isWrite, let audit else {
            return try await send(service, method, params, attachments, isWrite: isWrite, key: key, trace: trace)
        }
        let result: Result<CallReply, CallError>
        do throws(CallError) {
            result = .success(
                try await send(service, method, params, attachments, isWrite: true, key: key, trace: trace)
            )
        } catch {
            result = .failure(error)
        }
        audit.tell(caller, service, method, key: key, result)
        return try result.get()
    }

    private func send(
        _ service: ServiceName,
        _ method: String,
        _ params: [UInt8]?,
        _ attachments: [[UInt8]],
        isWrite: Bool,
        key: String?,
        trace: String?
    ) async throws(CallError) -> CallReply {
        guard let client = clients[service] else { throw CallError(.unreachable) }
        let params = method == ServiceMethod.outcome.name ? params.map { withOwnKey($0) } : params
        let key = key.map { own($0) }
        let options = CallOptions(timeout: Self.timeout, idempotencyKey: key, isWrite: isWrite, traceparent: trace)
        // A call that is traced is that of one caller.
        guard !isWrite, trace == nil, attachments.isEmpty else {
            return try await client.call(method, params: params, attachments: attachments, options: options)
        }
        let question = SharedReads.Question(service: service, method: method, params: params)
        return try await sharedReads.answer(to: question) { () async throws(CallError) in
            try await client.call(method, params: params, options: options)
        }
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
