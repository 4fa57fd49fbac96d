internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

/// What a caller waits for before they send the body: `Expect: 100-continue` (RFC 9110, 10.1.1).
enum Expectation {
    /// Whether a caller waits for permission.
    static func isPart(of request: Request) -> Bool {
        request.headers[.expect]?.lowercased() == "100-continue"
    }

    /// Tells the caller to send the body.
    ///
    /// - Throws: ``Problem`` when it is too large, so that it need not be sent; what writing to the connection threw.
    static func meet(_ request: Request, over channel: any Channel) async throws {
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= RequestLimits.largestBody else {
            throw Problem(.contentTooLarge, "the body is larger than what is taken here")
        }
        // The channel's own pipeline, since a route has only the answer to write.
        try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
    }
}
