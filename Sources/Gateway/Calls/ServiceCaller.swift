internal import Messages
internal import WireJSON
internal import WorkerClient

/// Calls one service and says what came of it in the gateway's own terms.
struct ServiceCaller: Sendable {
    let client: WorkerClient
    let address: ServiceAddress
    let timeout: Duration
    /// Whether the caller wrote the params as JSON.
    var isTypedAsJSON = false

    /// Calls a method that changes nothing.
    func read(_ method: String, with params: [UInt8]? = nil) async throws(CallFailure) -> CallReply {
        try await call(method, with: params, isWrite: false, key: nil)
    }

    /// Calls a method that changes something.
    ///
    /// - Parameters:
    ///   - key: Its idempotency key; `nil` for a write that cannot be repeated safely.
    ///   - attachments: Up to 7 frames of up to 1 MiB.
    func write(
        _ method: String,
        with params: [UInt8]?,
        key: String?,
        attachments: [[UInt8]] = []
    ) async throws(CallFailure) -> CallReply {
        try await call(method, with: params, attachments: attachments, isWrite: true, key: key)
    }

    /// - Throws: ``CallFailure`` when it is not what the method promises.
    func decode<Value>(_ reply: CallReply, of method: String, as read: (JSONNode) -> Value?) throws(CallFailure)
        -> Value
    {
        try decode(reply.result, of: method, as: read)
    }

    /// Reads a result that was stored with a write.
    ///
    /// - Throws: ``CallFailure`` when it is not what the method promises.
    func decode<Value>(_ result: [UInt8], of method: String, as read: (JSONNode) -> Value?) throws(CallFailure) -> Value
    {
        guard let node = try? JSONReader(limits: .generous).read(result), let value = read(node) else {
            // The service said that it is done, so this is no doubt about a write.
            let error = CallError(.badReply("the result of \(method) lacks what it has to have"), sends: 1)
            throw failure(error, of: method, isWrite: false)
        }
        return value
    }

    private func call(
        _ method: String,
        with params: [UInt8]?,
        attachments: [[UInt8]] = [],
        isWrite: Bool,
        key: String?
    ) async throws(CallFailure) -> CallReply {
        let options = CallOptions(timeout: timeout, idempotencyKey: key, isWrite: isWrite)
        do throws(CallError) {
            return try await client.call(method, params: params, attachments: attachments, options: options)
        } catch {
            throw failure(error, of: method, isWrite: isWrite, key: key)
        }
    }

    func failure(
        _ error: CallError,
        of method: String,
        isWrite: Bool,
        key: String? = nil
    ) -> CallFailure {
        var failure = CallFailure(
            error: error,
            service: address.service,
            endpoint: address.rpc,
            method: method,
            timeout: timeout,
            isWrite: isWrite,
            key: key
        )
        failure.isTypedAsJSON = isTypedAsJSON
        return failure
    }
}
