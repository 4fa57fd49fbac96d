internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `POST /rpc/{service}`: the wire's requests as they are, one or a batch, over HTTP.
struct RPCRoutes: Sendable {
    /// The most bytes that the results of reads in a batch's answer may take together, as a service has it.
    ///
    /// What is kept back of 1 MiB is for the answers to writes, which are always given, and for errors.
    private static let batchRoom = 768 << 10

    let services: Services
    /// What all answers may take.
    let answers: ByteBudget

    func add(to router: Router<WebContext>) {
        router.post("/rpc/{service}") { request, context in try await answer(request, in: context) }
    }

    private func answer(_ request: Request, in context: WebContext) async throws -> Response {
        let service = try services.service(in: context)
        let text = RPCText(try await ResourceParams.json(of: request))
        var writer = JSONWriter()
        switch text {
        case .invalid(let error):
            ReplyWriter(source: service.source).write(error: error, id: nil, isKeyed: false, to: &writer)
        case .single(let one):
            var room = Int.max
            await reply(to: one, of: service, in: context, room: &room, writer: &writer)
        case .batch(let many):
            // In their order, as a service does them.
            let held = HeldBytes(in: answers)
            var room = Self.batchRoom
            writer.beginArray()
            for one in many {
                let start = writer.bytes.count
                await reply(to: one, of: service, in: context, room: &room, writer: &writer)
                held.add(writer.bytes.count - start)
            }
            writer.endArray()
        }
        // Nothing but notifications.
        guard writer.bytes.count > 2 else { return Response(status: .noContent) }
        return JSONResponse.make(.ok, body: writer.bytes)
    }

    private func reply(
        to request: RPCRequest,
        of service: ServiceName,
        in context: WebContext,
        room: inout Int,
        writer: inout JSONWriter
    ) async {
        let isKeyed = request.meta.idempotencyKey != nil
        do throws(RPCError) {
            if let refusal = request.refusal { throw refusal }
            let method = try await method(of: request, at: service)
            try checkRoom(for: method, count: 0, of: &room, after: writer)
            let reply = try await call(method, of: service, with: request, by: context.caller)
            try checkRoom(for: method, count: reply.result.count, of: &room, after: writer)
            guard let id = request.id else { return }
            ReplyWriter(source: service.source, epoch: reply.meta?.epoch).write(
                result: reply.result[...],
                id: id,
                sequence: reply.meta?.sequence,
                isReplayed: reply.meta?.isReplayed ?? false,
                to: &writer
            )
        } catch {
            if error.knownReason == .permissionDenied { context.record?.deny(error.detail) }
            guard request.isAnswered else { return }
            ReplyWriter(source: service.source).write(error: error, id: request.id, isKeyed: isKeyed, to: &writer)
        }
    }

    /// Refuses a read whose answer has no room: nothing is asked, or done, in vain, and writes are always answered.
    private func checkRoom(
        for method: MethodDefinition?,
        count: Int,
        of room: inout Int,
        after writer: JSONWriter
    ) throws(RPCError) {
        guard method?.kind == .read else { return }
        guard writer.bytes.count + count < room else {
            // What comes behind is not even asked for.
            room = 0
            throw RPCError(.payloadTooLarge, "the answer does not fit into the batch's reply; ask again, alone")
        }
        guard !answers.isFull else { throw RPCError(.overloaded, "too many answers are being sent; try again") }
    }

    private func method(of request: RPCRequest, at service: ServiceName) async throws(RPCError) -> MethodDefinition? {
        do throws(CallError) {
            return try await services.method(request.method, of: service)
        } catch {
            throw error.rpcError
        }
    }

    private func call(
        _ known: MethodDefinition?,
        of service: ServiceName,
        with request: RPCRequest,
        by caller: Caller
    ) async throws(RPCError) -> CallReply {
        // What is not known here is for the service to say, and needs the most.
        let method = known ?? MethodDefinition(request.method, .write, for: .operate, "")
        guard caller.role >= method.role else {
            throw RPCError(.permissionDenied, "\(request.method) needs the role \(method.role.rawValue)")
        }
        let isWrite = method.kind == .write
        // A write that nobody waits for is not done; nor is it here.
        guard request.id != nil || !isWrite else { throw RPCError(.invalidRequest, "a write needs an id") }
        do throws(CallError) {
            let call = ServiceCall(
                service: service,
                method: method,
                params: request.params,
                key: isWrite ? request.meta.idempotencyKey : nil,
                least: isWrite ? nil : request.meta.atLeast.map { LeastPosition(epoch: nil, sequence: $0) },
                trace: caller.isBelieved ? request.meta.traceparent : nil,
                isKnown: known != nil
            )
            return try await services.of(caller).reply(to: call).reply
        } catch {
            throw error.rpcError
        }
    }
}

/// The body of a request, read; a copy, for what reads it holds no more than one text.
private enum RPCText: Sendable {
    case single(RPCRequest)
    case batch([RPCRequest])
    case invalid(RPCError)

    init(_ bytes: [UInt8]) {
        switch RequestText(bytes.span, reader: JSONReader()) {
        case .single(let one): self = .single(RPCRequest(one))
        case .batch(let many): self = .batch(many.map { RPCRequest($0) })
        case .invalid(let error): self = .invalid(error)
        }
    }
}

/// One request of the wire, or why it is none.
private struct RPCRequest: Sendable {
    let id: Messages.RequestID?
    let method: String
    let params: [UInt8]?
    let meta: RequestMeta
    let refusal: RPCError?

    init(_ read: Result<Messages.Request, Messages.Request.Refusal>) {
        switch read {
        case .success(let request):
            (id, method, meta, refusal) = (request.id, request.method, request.meta, nil)
            params = request.params?.jsonBytes
        case .failure(let refused):
            (id, method, params, meta, refusal) = (refused.id, "", nil, RequestMeta(), refused.error)
        }
    }

    /// A notification is not, whatever becomes of it.
    var isAnswered: Bool { id != nil || refusal != nil }
}
