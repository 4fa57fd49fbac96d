internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import WireJSON
internal import WorkerClient

/// One request of an open-market client, and what its answers have in common.
struct OpenMarketCall: Sendable {
    /// The largest form: five pictures of the largest size have room in it.
    static let largestForm = 8 << 20

    let services: Services
    let request: Request
    let context: WebContext
    let generation: OpenMarketGeneration
    let writer: OpenMarketProduct

    init(
        services: Services,
        request: Request,
        context: WebContext,
        generation: OpenMarketGeneration,
        isBehindProxy: Bool
    ) {
        (self.services, self.request, self.context, self.generation) = (services, request, context, generation)
        writer = OpenMarketProduct(for: generation, at: RequestOrigin(request, isBehindProxy: isBehindProxy))
    }

    /// What the vendor says who it is.
    var identifier: String? { request.headers[.identifier] }

    /// The number in the path.
    ///
    /// - Throws: ``Problem`` for a text that is none.
    func id() throws(Problem) -> Int {
        let text = try context.pathParameter("id") ?? ""
        guard let id = Int(text), id > 0, text == String(id) else {
            throw Problem(.notFound, "there is nothing of the number \(text)")
        }
        return id
    }

    /// The whole body, for a caller who may call a method: nothing is kept of what others send.
    ///
    /// - Throws: ``Problem`` when it is too large, or the caller may not.
    func body(for method: MethodDefinition, limit: Int = ResourceParams.largestBody) async throws -> [UInt8] {
        try context.role.require(method.role, for: method.name)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem(.contentTooLarge, "the body has \(length) bytes; at most \(limit) are taken")
        }
        let buffer = try await request.body.collect(upTo: limit)
        return Array(buffer.readableBytesView)
    }

    /// Calls a method of the market for a caller who may.
    func call(
        _ method: MethodDefinition,
        with params: [UInt8]?,
        attachments: [[UInt8]] = []
    ) async throws(Problem) -> (call: WebCall, reply: CallReply) {
        try context.role.require(method.role, for: method.name)
        let call = try WebCall(method, of: .market, in: services, for: request, by: context.caller)
        let answer = try await call.answer(to: params, attachments: attachments)
        if method.kind == .read { OfferedRead.current?.put(answer, to: context.caller, at: context.route) }
        return (call, answer.reply)
    }

    func response(
        _ answer: (call: WebCall, reply: CallReply),
        status: HTTPResponse.Status = .ok
    ) throws(Problem) -> Response {
        guard let node = try? Self.node(of: answer.reply), let product = MarketProduct(node) else {
            throw Self.unreadable(answer.call)
        }
        var headers = headers(of: answer)
        if status == .created { headers[.location] = "/api/products/\(product.id)" }
        return Self.response(status, headers: headers, body: writer.product(product))
    }

    /// What every answer of the market says besides its body.
    func headers(of answer: (call: WebCall, reply: CallReply)) -> HTTPFields {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        // Whoever keeps it asks whether it has changed, so that nobody sees a list from before a registration.
        headers[.cacheControl] = "no-cache"
        if let position = StreamPosition(of: .market, in: answer.reply.meta) {
            headers[.position] = position.description
        }
        if let key = answer.call.toldKey { headers[.idempotencyKey] = key }
        return headers
    }

    static func response(_ status: HTTPResponse.Status, headers: HTTPFields, body bytes: [UInt8]) -> Response {
        Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A result as JSON; a page may be as large as a message.
    static func node(of reply: CallReply) throws(JSONError) -> JSONNode {
        try JSONReader(limits: .generous).read(reply.result)
    }

    static func unreadable(_ call: WebCall) -> Problem {
        Problem(.badGateway, "\(call.method.name) has answered with something that this program cannot read")
    }
}
