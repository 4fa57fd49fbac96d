internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import OTLPTracing
internal import Tracing
internal import WorkerClient

/// One call of a service for a request of HTTP.
struct WebCall: Sendable {
    private let services: Services
    let service: ServiceName
    let method: MethodDefinition
    /// The key of a write: the caller's, or a new one that it is told.
    let key: String?
    private let trace: String?

    init(
        _ services: Services,
        _ service: ServiceName,
        _ method: MethodDefinition,
        _ request: Request,
        by caller: Caller
    ) {
        (self.services, self.service, self.method) = (services.of(caller), service, method)
        key = method.kind == .write ? request.headers[.idempotencyKey] ?? IdempotencyKey.make() : nil
        // A request with a span of its own hands that one on.
        trace = InstrumentationContext.current?.trace == nil ? request.headers[.traceparent] : nil
    }

    /// A call for a form, whose page was given the key.
    init(_ services: Services, _ service: ServiceName, _ method: MethodDefinition, key: String, by caller: Caller) {
        (self.services, self.service, self.method, trace) = (services.of(caller), service, method, nil)
        self.key = key.isEmpty ? IdempotencyKey.make() : key
    }

    /// Makes the call.
    ///
    /// - Throws: ``Problem``.
    func answer(to params: [UInt8]?, attachments: [[UInt8]] = []) async throws(Problem) -> WebReply {
        try checkKey()
        let isWrite = method.kind == .write
        do throws(CallError) {
            return try await services.call(
                service,
                method.name,
                params: params,
                attachments: attachments,
                isWrite: isWrite,
                key: key,
                trace: trace
            )
        } catch {
            throw Problem(error, isWrite: isWrite)
        }
    }

    private func checkKey() throws(Problem) {
        // Bytes beyond ASCII have no meaning in a header: two keys could become the same.
        guard let key, !(1...128).contains(key.utf8.count) || !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            return
        }
        throw Problem(RPCError(.invalidRequest, "Idempotency-Key has to be 1 to 128 visible ASCII characters"))
    }

    /// Makes the call, for a caller who reads the result here.
    ///
    /// - Throws: ``Problem``.
    func reply(to params: [UInt8]?, attachments: [[UInt8]] = []) async throws(Problem) -> CallReply {
        try await answer(to: params, attachments: attachments).reply
    }

    /// Calls a method that changes nothing.
    ///
    /// - Throws: ``Problem``.
    static func read(
        _ services: Services,
        _ service: ServiceName,
        _ method: String,
        _ params: [UInt8]?
    ) async throws(Problem) -> CallReply {
        do throws(CallError) {
            return try await services.call(service, method, params: params).reply
        } catch {
            throw Problem(error, isWrite: false)
        }
    }
}
