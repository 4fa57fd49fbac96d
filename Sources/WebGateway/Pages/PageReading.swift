internal import HTTPTypes
internal import Messages
internal import WireJSON
internal import WorkerClient

/// A result of a service, read.
struct ServiceResult<Value> {
    let value: Value
    /// As it came.
    let json: [UInt8]
    let position: StreamPosition?
}

extension Services {
    /// Calls a method that changes nothing, and reads its result.
    ///
    /// - Throws: ``Problem``, also when the result is not what the method promises.
    func read<Value>(
        _ method: MethodDefinition,
        of service: ServiceName,
        with params: [UInt8]? = nil,
        decode: (JSONNode) -> Value?
    ) async throws(Problem) -> ServiceResult<Value> {
        let reply = try await read(method, of: service, with: params)
        guard let value = (try? JSONReader(limits: .generous).read(reply.result)).flatMap(decode) else {
            throw .unreadable(method)
        }
        return ServiceResult(value: value, json: reply.result, position: StreamPosition(of: service, in: reply.meta))
    }

    /// What became of a write by a form, by the key that its page was given.
    ///
    /// - Returns: `nil` when nothing is known under the key.
    /// - Throws: ``Problem``.
    func outcome<Value>(
        of key: String,
        by caller: Caller,
        at service: ServiceName,
        decode: (JSONNode) -> Value?
    ) async throws(Problem) -> Value? {
        let params = JSONWriter.object { $0.member("idempotencykey", key) }
        let found = try await of(caller).read(ServiceMethod.outcome, of: service, with: params) {
            ServiceOutcomeResult($0)
        }
        guard case .applied(_, let result, _) = found.value else { return nil }
        return (try? JSONReader(limits: .generous).read(result)).flatMap(decode)
    }
}
