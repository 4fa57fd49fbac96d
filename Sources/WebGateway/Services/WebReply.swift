internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import Synchronization
internal import WireJSON
internal import WorkerClient

/// The result of a call as HTTP has it; made once for all who share the call, or get it from memory.
final class WebReply: Sendable {
    let reply: CallReply
    /// What was asked.
    let key: ReadKey
    /// Where its service's stream stands at which it is true; `nil` where the service has none.
    let position: StreamPosition?
    /// When it came.
    let made = ContinuousClock.now
    private let body: ByteBuffer
    private let headers: HTTPFields
    /// What tells this result from that of another moment; `nil` for what is nothing to keep.
    private let tag: String?
    private let taggedHeaders: HTTPFields
    /// The body, once somebody has wanted it so.
    private let compressed = Mutex<ByteBuffer?>(nil)
    /// Bodies that answers to this were given with, to be given again.
    private let finished = Mutex<[ByteBuffer]>([])

    /// - Parameter key: What was asked.
    init(_ reply: CallReply, to key: ReadKey) {
        (self.reply, self.key) = (reply, key)
        body = ByteBuffer(bytes: reply.result)
        var headers: HTTPFields = [.contentType: "application/json"]
        // Whoever keeps it asks whether it has changed.
        headers[.cacheControl] = "no-cache"
        position = StreamPosition(of: key.service, in: reply.meta)
        if let position { headers[.position] = position.description }
        self.headers = headers
        // Of services of the suite alone it is known that each change of what they show moves their position.
        let isTagged = key.method.kind == .read && ServiceName.suite.contains(key.service)
        tag = isTagged ? Self.tag(of: reply, to: key.method) : nil
        if let tag { headers[.eTag] = tag }
        taggedHeaders = headers
    }

    /// At most so many bytes it takes.
    var keptBytes: Int {
        // The result stands here as it came, as a body, and compressed; and some for the objects around them.
        let attached = reply.attachments.reduce(0) { $0 + $1.count }
        return 1_024 + 3 * reply.result.count + attached + (key.params?.count ?? 0) + maxFinished
    }

    /// Room for a page that is made of the result, as it is and compressed.
    private var maxFinished: Int { 4_096 + 2 * reply.result.count }

    /// Keeps a body, for as long as this is kept.
    ///
    /// - Returns: Its number; `nil` where there is no room.
    func finish(_ body: ByteBuffer) -> Int? {
        finished.withLock { finished in
            if let number = finished.firstIndex(of: body) { return number }
            guard finished.reduce(body.readableBytes, { $0 + $1.readableBytes }) <= maxFinished else { return nil }
            finished.append(body)
            return finished.count - 1
        }
    }

    func finishedBody(_ number: Int) -> ByteBuffer { finished.withLock { $0[number] } }

    /// The response, without its body where the caller has it already.
    ///
    /// - Parameter key: The idempotency key that the caller is told.
    func response(to request: Request, status: HTTPResponse.Status = .ok, key: String? = nil) -> Response {
        // What a POST is answered with is nothing to keep.
        let isKept = request.method == .get || request.method == .head
        var headers = isKept ? taggedHeaders : headers
        if let key { headers[.idempotencyKey] = key }
        if isKept, let tag, request.headers.has(tag: tag) { return Response(status: .notModified, headers: headers) }
        guard isKept, ContentCoding.isFor(headers, length: body.readableBytes), ContentCoding.takesGzip(request.head),
            let bytes = compressedBody
        else { return Response(status: status, headers: headers, body: .init(byteBuffer: body)) }
        ContentCoding.vary(&headers)
        ContentCoding.compress(&headers)
        return Response(status: status, headers: headers, body: .init(byteBuffer: bytes))
    }

    /// The body compressed; `nil` where there is no memory for it.
    private var compressedBody: ByteBuffer? {
        if let made = compressed.withLock({ $0 }) { return made }
        guard let bytes = Gzip.compressed(reply.result) else { return nil }
        let buffer = ByteBuffer(bytes: bytes)
        compressed.withLock { $0 = buffer }
        return buffer
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
