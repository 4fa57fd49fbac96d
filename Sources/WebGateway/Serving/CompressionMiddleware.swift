internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Sends texts compressed to who takes that; streams, pictures and small answers go as they are.
///
/// An entity tag names bytes (RFC 9110, 8.8.3), so the compressed ones have a tag of their own: the same with an ending, which is taken
/// off again where a caller brings the tag back. What answers need not know of it.
struct CompressionMiddleware: RouterMiddleware {
    /// What fits into one packet is sent as fast without.
    private static let smallest = 1_024
    private static let ending = "-gzip\""
    private static let types = ["text/", "application/json", "application/problem+json", "image/svg+xml"]

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        let knowsCompressed = request.headers[.ifNoneMatch]?.contains(Self.ending) == true
        let isTagged = knowsCompressed || request.headers[.ifMatch]?.contains(Self.ending) == true
        let response = try await next(isTagged ? Self.untagged(request) : request, context)
        if response.status == .notModified { return knowsCompressed ? Self.tagged(response) : response }
        guard let length = response.body.contentLength, length >= Self.smallest,
            let type = response.headers[.contentType], Self.types.contains(where: { type.hasPrefix($0) })
        else { return response }
        return try await compressed(response, for: request)
    }

    private func compressed(_ response: Response, for request: Request) async throws -> Response {
        var response = response
        // Caches are told that there are two also where this caller gets the other one.
        let others = response.headers[.vary]
        response.headers[.vary] = others.map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
        guard request.method != .head, Self.takesGzip(request.headers[.acceptEncoding]) else { return response }
        let body = try await response.body.collected()
        if let bytes = Gzip.compressed(Array(body.readableBytesView)) {
            response.headers[.contentEncoding] = "gzip"
            response = Self.tagged(response)
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
            if let tags = head.headerFields[name] { head.headerFields[name] = tags.replacing(ending, with: "\"") }
        }
        return Request(head: head, body: request.body)
    }

    /// With the tag of the compressed bytes.
    private static func tagged(_ response: Response) -> Response {
        var response = response
        if let tag = response.headers[.eTag], tag.hasSuffix("\"") { response.headers[.eTag] = tag.dropLast() + ending }
        return response
    }

    /// Whether gzip is among what the caller takes, and not with the weight 0.
    private static func takesGzip(_ accepted: String?) -> Bool {
        guard let accepted else { return false }
        return accepted.lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight.map { $0 > 0 } ?? true
        }
    }
}
