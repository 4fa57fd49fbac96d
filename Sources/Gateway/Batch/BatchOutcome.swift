internal import Messages
internal import WireJSON
internal import WorkerClient

/// What became of one line of a batch.
struct BatchOutcome: Sendable {
    enum State: Sendable {
        case ok(CallReply)
        case failed(CallFailure)
        /// The line is no request; nothing was sent.
        case bad(UsageError)
    }

    let line: BatchLine
    let state: State

    /// The line of output, without its end.
    var document: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("line", line.number)
        if let id = line.id { writer.member("id", raw: id) }
        if case .success(let request) = line.content {
            writer.member("method", request.method)
            if let key = request.key { writer.member("idempotencykey", key) }
        }
        switch state {
        case .ok(let reply):
            writer.member("status", "ok")
            writer.member("result", raw: reply.result)
            if let meta = reply.meta { writer.member("meta", meta) }
        case .failed(let failure):
            writer.member("status", failure.statusWord)
            writer.name("error")
            failure.writeError(to: &writer)
        case .bad(let error):
            writer.member("status", "bad_line")
            writer.name("error")
            writer.beginObject()
            writer.member("message", error.message)
            writer.name("data")
            writer.beginObject()
            writer.member("reason", "BAD_LINE")
            writer.member("retryable", false)
            writer.member("outcome", Outcome.notApplied.rawValue)
            writer.member("detail", error.message)
            writer.endObject()
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }
}
