internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Sends texts compressed to who takes that; streams, pictures and small answers go as they are, and what was compressed before.
///
/// The tag of compressed bytes, see ``ContentCoding``, is made the other one again where a caller brings it back. What answers need
/// not know of it.
struct CompressionMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        let knowsCompressed = ContentCoding.isIn(request.headers[.ifNoneMatch])
        let isTagged = knowsCompressed || ContentCoding.isIn(request.headers[.ifMatch])
        var response = try await next(isTagged ? Self.untagged(request) : request, context)
        if response.status == .notModified {
            if knowsCompressed { ContentCoding.tag(&response.headers) }
            return response
        }
        guard response.headers[.contentEncoding] == nil, let length = response.body.contentLength,
            ContentCoding.isFor(response.headers, length: length)
        else { return response }
        return try await compressed(response, for: request)
    }

    private func compressed(_ response: Response, for request: Request) async throws -> Response {
        var response = response
        ContentCoding.vary(&response.headers)
        guard ContentCoding.takesGzip(request.head) else { return response }
        let body = try await response.body.collected()
        if let bytes = Gzip.compressed(Array(body.readableBytesView)) {
            ContentCoding.compress(&response.headers)
            response.body = .init(byteBuffer: ByteBuffer(bytes: bytes))
        } else {
            response.body = .init(byteBuffer: body)
        }
        return response
    }

    /// With the tags of what was compressed.
    private static func untagged(_ request: Request) -> Request {
        var head = request.head
        for name in [HTTPField.Name.ifMatch, .ifNoneMatch] {
            if let tags = head.headerFields[name] { head.headerFields[name] = ContentCoding.untagged(tags) }
        }
        return Request(head: head, body: request.body)
    }
}
