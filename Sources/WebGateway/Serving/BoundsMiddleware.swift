internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Holds answers to the memory that there is for them, and takes no request where the program has too little memory.
///
/// An answer counts from when it is made until all of it was handed on; what the connection has not sent yet counts besides, see
/// ``ConnectionLimiter``.
struct BoundsMiddleware: RouterMiddleware {
    /// Up to here an answer is no more than what a connection has waiting anyway, and goes without being counted.
    private static let smallAnswer = 32 << 10
    private static let livePath = "/health/live"
    /// How much of an answer is handed on together.
    private static let piece = 64 << 10

    let budgets: MemoryBudgets

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        // What asks whether the program lives must not have it ended.
        guard !budgets.process.isFull || request.uri.path == Self.livePath else {
            return Problem(.serviceUnavailable, "there is too little memory; try again").with(.retryAfter, "1").response
        }
        let response = try await next(request, context)
        guard let length = response.body.contentLength, length > Self.smallAnswer, request.method != .head else {
            return response
        }
        let held = HeldBytes(in: budgets.answers)
        if request.method == .get {
            guard held.take(length) else {
                let problem = Problem(.serviceUnavailable, "too many answers are being sent; try again")
                return problem.with(.retryAfter, "1").response
            }
        } else {
            // Something may have been done, so its answer is given.
            held.add(length)
        }
        return Self.inPieces(
            response,
            body: try await response.body.collected(),
            held: held,
            on: context.channel.eventLoop
        )
    }

    private static func inPieces(
        _ response: Response,
        body: ByteBuffer,
        held: HeldBytes,
        on loop: any EventLoop
    ) -> Response {
        var response = response
        response.body = ResponseBody(contentLength: body.readableBytes) { writer in
            var rest = body
            // Each when the connection has room for it.
            while let bytes = rest.readSlice(length: min(piece, rest.readableBytes)), bytes.readableBytes > 0 {
                try await writer.write(bytes)
                // A writer runs ahead of its connection, and hears only then that there is no room.
                try await loop.submit {}.get()
                // It counts with what its connection has waiting now.
                held.giveBack(bytes.readableBytes)
            }
            try await writer.finish(nil)
        }
        return response
    }
}
