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
    /// The key as the answer's header says it; `nil` for a form, whose page says it.
    let toldKey: String?
    private let trace: String?

    /// A call that a request asks for in its head.
    ///
    /// - Throws: ``Problem`` for a malformed `Idempotency-Key`.
    init(
        _ services: Services,
        _ service: ServiceName,
        _ method: MethodDefinition,
        _ request: Request,
        by caller: Caller
    ) throws(Problem) {
        (self.services, self.service, self.method) = (services.of(caller), service, method)
        if method.kind == .write {
            let sent = try request.headers[.idempotencyKey].map { field throws(Problem) in
                try IdempotencyKeyField(field)
            }
            let field = sent ?? IdempotencyKeyField(made: IdempotencyKey.make())
            (key, toldKey) = (field.key, field.text)
        } else {
            (key, toldKey) = (nil, nil)
        }
        // A request with a span of its own hands that one on.
        let isOwn = InstrumentationContext.current?.trace == nil && caller.isBelieved
        trace = isOwn ? request.headers[.traceparent] : nil
    }

    /// A call for a form, whose page was given the key.
    init(_ services: Services, _ service: ServiceName, _ method: MethodDefinition, key: String, by caller: Caller) {
        (self.services, self.service, self.method) = (services.of(caller), service, method)
        (toldKey, trace) = (nil, nil)
        self.key = key.isEmpty ? IdempotencyKey.make() : key
    }

    /// Makes the call.
    ///
    /// - Throws: ``Problem``.
    func answer(to params: [UInt8]?, attachments: [[UInt8]] = []) async throws(Problem) -> WebReply {
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
            throw Problem(error, isWrite: isWrite, key: toldKey)
        }
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
