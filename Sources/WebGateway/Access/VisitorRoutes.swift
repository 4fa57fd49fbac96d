internal import Hummingbird

/// The part of the server that callers without a token, its visitors, may use too, within limits of its own.
protocol VisitorRoutes: Sendable {
    func has(_ path: String) -> Bool

    /// Answers a request of a visitor, within the limits.
    ///
    /// - Parameter address: Where the visitor comes from.
    /// - Throws: ``Problem`` with 429 over them, or what `next` throws.
    func pass(_ address: String, with request: Request, to next: () async throws -> Response) async throws -> Response
}
