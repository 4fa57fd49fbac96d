internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import WireJSON
internal import WorkerClient

/// The result of a call as HTTP has it; made once for all who share the call.
final class WebReply: Sendable {
    let reply: CallReply
    private let body: ByteBuffer
    private let headers: HTTPFields
    /// What tells this result from that of another moment; `nil` for what is nothing to keep.
    private let tag: String?
    private let taggedHeaders: HTTPFields

    init(_ reply: CallReply, of service: ServiceName, to method: MethodDefinition) {
        self.reply = reply
        body = ByteBuffer(bytes: reply.result)
        var headers: HTTPFields = [.contentType: "application/json"]
        // Whoever keeps it asks whether it has changed.
        headers[.cacheControl] = "no-cache"
        if let position = StreamPosition(of: service, in: reply.meta) { headers[.position] = position.description }
        self.headers = headers
        // Of services of the suite alone it is known that each change of what they show moves their position.
        let isTagged = method.kind == .read && ServiceName.suite.contains(service)
        tag = isTagged ? Self.tag(of: reply, to: method) : nil
        if let tag { headers[.eTag] = tag }
        taggedHeaders = headers
    }

    /// The response, without its body where the caller has it already.
    ///
    /// - Parameter key: The idempotency key that the caller is told.
    func response(to request: Request, status: HTTPResponse.Status = .ok, key: String? = nil) -> Response {
        // What a POST is answered with is nothing to keep.
        let isKept = request.method == .get || request.method == .head
        var headers = isKept ? taggedHeaders : headers
        if let key { headers[.idempotencyKey] = key }
        if isKept, let tag, request.headers.has(tag: tag) { return Response(status: .notModified, headers: headers) }
        return Response(status: status, headers: headers, body: .init(byteBuffer: body))
    }

    /// The picture that came with a result.
    ///
    /// - Parameters:
    ///   - caller: Who gets it: what is not open to everybody is for their own cache alone.
    ///   - isByHash: Whether it was asked for by its hash, so that nothing else will ever be had at that address.
    /// - Throws: ``Problem`` when there is none.
    static func picture(
        _ reply: CallReply,
        of call: WebCall,
        to request: Request,
        by caller: Caller,
        isByHash: Bool
    ) throws(Problem) -> Response {
        guard let node = try? JSONReader().read(reply.result), let type = node["media_type"]?.string,
            let hash = node["sha256"]?.string, let picture = reply.attachments.first
        else { throw Problem(.badGateway, "\(call.method.name) has answered without a picture") }
        var headers = HTTPFields()
        headers[.contentType] = type
        headers[.eTag] = "\"\(hash)\""
        let audience = caller.visitor == nil ? "private" : "public"
        headers[.cacheControl] = audience + (isByHash ? ", max-age=31536000, immutable" : ", no-cache")
        // A picture that holds a script must not run as a page of this server.
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        headers[.xContentTypeOptions] = "nosniff"
        if request.headers.has(tag: "\"\(hash)\"") { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: picture)))
    }

    private static func tag(of reply: CallReply, to method: MethodDefinition) -> String? {
        guard let meta = reply.meta, let epoch = meta.epoch, let sequence = meta.sequence else { return nil }
        guard let member = method.versionMember else { return "\"\(epoch)/\(sequence)\"" }
        // A caller who changes it says by the tag what they have seen.
        guard let version = (try? JSONReader().read(reply.result))?[member]?.integer else { return nil }
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
