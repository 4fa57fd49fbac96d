internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Platform
internal import StructuredLog
internal import Synchronization

/// Keeps a record of each request, and writes a line for it when its answer has left, where someone wants that.
struct AccessLogMiddleware: RouterMiddleware {
    /// `nil` where only the audit wants the record.
    let log: Logger?
    let isBehindProxy: Bool

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        var context = context
        let record = RequestRecord(isBehindProxy: isBehindProxy)
        context.record = record
        guard let log else { return try await next(request, context) }
        let visit = Visit(log: log, record: record, request: request, context: context)
        do {
            var response = try await next(request, context)
            let (status, body) = (response.status, response.body)
            // The router leaves out the body of HEAD behind this.
            guard request.method != .head else {
                visit.end(status, bytes: 0)
                return response
            }
            response.body = ResponseBody(contentLength: body.contentLength) { writer in
                let counter = ByteCounter()
                defer { visit.end(status, bytes: counter.count) }
                let counted = writer.map { buffer in
                    counter.add(buffer.readableBytes)
                    return buffer
                }
                try await body.write(counted)
            }
            return response
        } catch {
            // The caller has gone before there was an answer.
            visit.end(nil, bytes: 0)
            throw error
        }
    }
}

/// One request on its way to its line.
private struct Visit: Sendable {
    let log: Logger
    let record: RequestRecord
    let request: Request
    let context: WebContext
    let start = SystemClock.monotonic

    func end(_ status: HTTPResponse.Status?, bytes: Int) {
        var line = record.fields(of: request, in: context)
        line["status"] = status.map { "\($0.code)" }
        line["bytes"] = "\(bytes)"
        let microseconds = (SystemClock.monotonic - start) / 1_000
        let fraction = String(microseconds % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.utf8.count)
        line["duration"] = "\(microseconds / 1_000_000).\(zeros)\(fraction)"
        log.info("request", metadata: line)
    }
}

/// Counts what is handed to the connection of a body.
private final class ByteCounter: Sendable {
    private let counted = Atomic(0)

    var count: Int { counted.load(ordering: .relaxed) }

    func add(_ bytes: Int) { counted.add(bytes, ordering: .relaxed) }
}
