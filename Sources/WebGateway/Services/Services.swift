internal import Messages
internal import WorkerClient
internal import ZeroMQ

/// The services, each over connections that stay.
struct Services: Sendable {
    /// How long a call may take, all attempts included.
    static let timeout = Duration.seconds(5)

    private let clients: [ServiceName: WorkerClient]

    /// Lends clients of all services to `body`; the services need not be there.
    ///
    /// - Throws: `ZMQError` when an endpoint is invalid, or what `body` threw.
    static func withServices(
        _ addresses: [ServiceAddress],
        on node: ZMQNode,
        _ body: (Services) async throws -> Void
    ) async throws {
        try await lend(addresses[...], [:], on: node, body)
    }

    private static func lend(
        _ left: ArraySlice<ServiceAddress>,
        _ clients: [ServiceName: WorkerClient],
        on node: ZMQNode,
        _ body: (Services) async throws -> Void
    ) async throws {
        guard let address = left.first else { return try await body(Services(clients: clients)) }
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
        guard let client = clients[service] else { throw CallError(.unreachable) }
        let options = CallOptions(timeout: Self.timeout, idempotencyKey: key, isWrite: isWrite, traceparent: trace)
        return try await client.call(method, params: params, attachments: attachments, options: options)
    }
}
