internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import OTLPTracing
internal import Tracing
internal import WorkerClient

/// One call of a service for a request of HTTP.
struct WebCall: Sendable {
    private let services: Services
    private let call: ServiceCall
    /// The key as the answer's header says it; `nil` for a form, whose page says it.
    let toldKey: String?

    var method: MethodDefinition { call.method }
    /// The key of a write: the caller's, or a new one that it is told.
    var key: String? { call.key }

    /// A call that a request asks for in its head.
    ///
    /// - Throws: ``Problem`` for a malformed `Idempotency-Key` or `Jangteo-Position`.
    init(
        _ method: MethodDefinition,
        of service: ServiceName,
        in services: Services,
        for request: Request,
        by caller: Caller
    ) throws(Problem) {
        var call = ServiceCall(service: service, method: method)
        if method.kind == .write {
            let sent = try request.headers[.idempotencyKey].map { field throws(Problem) in
                try IdempotencyKeyField(field)
            }
            let field = sent ?? IdempotencyKeyField(made: IdempotencyKey.make())
            (call.key, toldKey) = (field.key, field.text)
        } else {
            toldKey = nil
            let named = try StreamPosition.list(request.headers[.position] ?? "").first { $0.service == service }
            call.least = named.map { LeastPosition(epoch: $0.epoch, sequence: $0.sequence) }
        }
        // A request with a span of its own hands that one on.
        let isOwn = InstrumentationContext.current?.trace == nil && caller.isBelieved
        call.trace = isOwn ? request.headers[.traceparent] : nil
        (self.services, self.call) = (services.of(caller), call)
    }

    /// A call for a form, whose page was given the key.
    init(_ method: MethodDefinition, of service: ServiceName, in services: Services, key: String, by caller: Caller) {
        let key = key.isEmpty ? IdempotencyKey.make() : key
        (self.services, call) = (services.of(caller), ServiceCall(service: service, method: method, key: key))
        toldKey = nil
    }

    /// Makes the call.
    func answer(to params: [UInt8]?, attachments: [[UInt8]] = []) async throws(Problem) -> WebReply {
        var call = call
        (call.params, call.attachments) = (params, attachments)
        do throws(CallError) {
            return try await services.reply(to: call)
        } catch {
            throw Problem(error, isWrite: call.isWrite, key: toldKey)
        }
    }

    /// Makes the call, for a caller who reads the result here.
    func reply(to params: [UInt8]?, attachments: [[UInt8]] = []) async throws(Problem) -> CallReply {
        try await answer(to: params, attachments: attachments).reply
    }
}

extension Services {
    /// Calls a method that changes nothing.
    func read(
        _ method: MethodDefinition,
        of service: ServiceName,
        with params: [UInt8]? = nil
    ) async throws(Problem) -> CallReply {
        do throws(CallError) {
            return try await reply(to: ServiceCall(service: service, method: method, params: params)).reply
        } catch {
            throw Problem(error, isWrite: false)
        }
    }
}

extension StreamPosition {
    /// Reads what a caller names: positions of services, with commas between them.
    ///
    /// - Throws: ``Problem`` for a text that is none.
    static func list(_ text: String) throws(Problem) -> [StreamPosition] {
        try text.split(separator: ",").map { part throws(Problem) in
            guard let position = StreamPosition(part.drop { $0 == " " }) else {
                throw Problem(.badRequest, "\(part) is no position: they look like juice=EPOCH/SEQUENCE")
            }
            return position
        }
    }
}
