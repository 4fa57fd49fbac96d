internal import Messages
internal import Platform
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
        JSONWriter.object { writer in
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
                writer.object("error") { writer in
                    writer.member("message", error.message)
                    writer.object("data") { writer in
                        writer.member("reason", "BAD_LINE")
                        writer.member("retryable", false)
                        writer.member("outcome", Outcome.notApplied.rawValue)
                        writer.member("detail", error.message)
                    }
                }
            }
        }
    }
}

/// How the lines of a batch ended.
struct BatchTally: Sendable, Hashable {
    private(set) var ok = 0
    /// Services said no.
    private(set) var refused = 0
    private(set) var bad = 0
    /// Nobody answered, and nothing was done.
    private(set) var unanswered = 0
    private(set) var unknown = 0

    var lines: Int { ok + refused + bad + unanswered + unknown }

    mutating func add(_ state: BatchOutcome.State) {
        switch state {
        case .ok: ok += 1
        case .bad: bad += 1
        case .failed(let failure) where failure.isOutcomeUnknown: unknown += 1
        case .failed(let failure) where failure.isTooLarge: bad += 1
        case .failed(let failure) where failure.isAnswered: refused += 1
        case .failed: unanswered += 1
        }
    }

    /// What the exit code is to say: the worst that a line was.
    var status: ExitReason {
        if unknown > 0 { return .outcomeUnknown }
        if unanswered > 0 { return ok + refused == 0 ? .unreachable : .incomplete }
        return refused + bad > 0 ? .refused : .ok
    }
}
