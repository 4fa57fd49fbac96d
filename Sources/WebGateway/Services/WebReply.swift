internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import WireJSON
internal import WorkerClient

/// The result of a call as a response.
struct WebReply: Sendable {
    private let reply: CallReply
    private let status: HTTPResponse.Status
    private var headers = HTTPFields()
    /// What tells this result from that of another moment; `nil` for what is nothing to keep.
    private let tag: String?

    init(_ reply: CallReply, of call: WebCall, status: HTTPResponse.Status = .ok) {
        (self.reply, self.status) = (reply, status)
        tag = call.method.kind == .read ? Self.tag(of: reply, call) : nil
        headers[.contentType] = "application/json"
        // Whoever keeps it asks whether it has changed.
        headers[.cacheControl] = "no-cache"
        if let position = StreamPosition(call.service, reply.meta) { headers[.position] = position.description }
        if let key = call.key { headers[.idempotencyKey] = key }
    }

    /// The response, without its body where the caller has it already.
    func response(to request: Request) -> Response {
        var headers = headers
        // What a POST is answered with is nothing to keep.
        if let tag, request.method == .get || request.method == .head {
            headers[.eTag] = tag
            if request.headers.has(tag: tag) { return Response(status: .notModified, headers: headers) }
        }
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: reply.result)))
    }

    /// The picture that came with a result.
    ///
    /// - Throws: ``Problem`` when there is none.
    static func picture(_ reply: CallReply, of call: WebCall, to request: Request) throws(Problem) -> Response {
        guard let node = try? JSONReader().read(reply.result), let type = node["media_type"]?.string,
            let hash = node["sha256"]?.string, let picture = reply.attachments.first
        else { throw Problem(.badGateway, "\(call.method.name) has answered without a picture") }
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.eTag] = "\"\(hash)\""
        headers[.cacheControl] = "no-cache"
        // A picture that holds a script must not run as a page of this server.
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        headers[.xContentTypeOptions] = "nosniff"
        if request.headers.has(tag: "\"\(hash)\"") { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: picture)))
    }

    private static func tag(of reply: CallReply, _ call: WebCall) -> String? {
        guard let meta = reply.meta, let epoch = meta.epoch, let sequence = meta.sequence else { return nil }
        guard call.method == JuiceMethod.stockList else { return "\"\(epoch)/\(sequence)\"" }
        // Whoever changes the stock says by it what they have seen.
        guard let version = (try? JSONReader().read(reply.result))?["version"]?.integer else { return nil }
        return "\"\(epoch)/\(version)\""
    }
}

extension HTTPFields {
    /// Whether `If-None-Match` has a tag.
    func has(tag: String) -> Bool {
        guard let field = self[.ifNoneMatch] else { return false }
        return field == "*" || field.split(separator: ",").contains { $0.drop { $0 == " " } == tag }
    }
}
