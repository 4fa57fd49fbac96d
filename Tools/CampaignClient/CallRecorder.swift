import Glibc
import Messages
import Platform
import Synchronization
import WireJSON
import WorkerClient

/// Appends a line for each call to a file.
final class CallRecorder: Sendable {
    private struct State {
        var writer = JSONWriter(capacity: 1 << 16)
        var lines: [UInt8] = []
    }

    private static let maxHeld = 1 << 16

    private let state = Mutex(State())
    private let file: Int32

    init(path: String) throws {
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { throw CampaignUsage() }
    }

    /// Monotonic nanoseconds, the same for every process of this machine.
    static var now: Int { Int(SystemClock.monotonic) }

    /// Writes down how a call of an intent ended, which was given so much time.
    func ended(
        _ intent: CampaignIntent,
        by name: String,
        start: Int,
        timeout: Duration,
        _ outcome: Result<CallReply, CallError>
    ) {
        let finish = Self.now
        line { writer in
            Self.begin(intent.method, by: name, start: start, finish: finish, &writer)
            writer.member("key", intent.key)
            writer.member("params", raw: Array(intent.params.utf8))
            writer.member("timeout", Int(timeout / .nanoseconds(1)))
            switch outcome {
            case .success(let reply):
                writer.member("end", "ok")
                writer.member("sends", reply.sends)
                Self.answer(reply, &writer)
            case .failure(let error):
                writer.member("end", Self.end(error))
                writer.member("sends", error.sends)
                if let reason = Self.reason(error) { writer.member("error", reason) }
            }
        }
    }

    /// Writes down what a read answered.
    func read(_ method: String, by name: String, start: Int, _ reply: CallReply) {
        let finish = Self.now
        line { writer in
            Self.begin(method, by: name, start: start, finish: finish, &writer)
            writer.member("end", "ok")
            Self.answer(reply, &writer)
        }
    }

    /// Writes down that an intent never came to an end.
    func hung(_ intent: CampaignIntent, by name: String) {
        line { writer in
            Self.begin(intent.method, by: name, start: Self.now, finish: Self.now, &writer)
            writer.member("key", intent.key)
            writer.member("params", raw: Array(intent.params.utf8))
            writer.member("hung", true)
        }
    }

    /// Writes what is still held.
    func close() {
        state.withLock { flush(&$0) }
        Glibc.close(file)
    }

    private func line(_ fill: (inout JSONWriter) -> Void) {
        state.withLock { state in
            state.writer.removeAll()
            state.writer.beginObject()
            fill(&state.writer)
            state.writer.endObject()
            state.lines += state.writer.bytes
            state.lines.append(UInt8(ascii: "\n"))
            if state.lines.count >= Self.maxHeld { flush(&state) }
        }
    }

    private func flush(_ state: inout State) {
        var written = 0
        while written < state.lines.count {
            let count = state.lines.withUnsafeBytes {
                write(file, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            guard count > 0 else { break }
            written += count
        }
        state.lines.removeAll(keepingCapacity: true)
    }

    private static func begin(_ method: String, by name: String, start: Int, finish: Int, _ writer: inout JSONWriter) {
        writer.member("by", name)
        writer.member("method", method)
        writer.member("start", start)
        writer.member("finish", finish)
    }

    private static func answer(_ reply: CallReply, _ writer: inout JSONWriter) {
        writer.member("result", raw: reply.result)
        guard let meta = reply.meta else { return }
        if let epoch = meta.epoch { writer.member("epoch", epoch) }
        if let sequence = meta.sequence { writer.member("sequence", sequence) }
        if meta.isReplayed { writer.member("replayed", true) }
    }

    /// What the call came to; another worker may have answered an earlier sending since, which decides nothing.
    private static func reason(_ error: CallError) -> String? {
        if case .refused(let refusal) = error.code { return refusal.reason }
        return error.lastError?.reason
    }

    private static func end(_ error: CallError) -> String {
        switch error.code {
        case .refused(let refusal): refusal.outcome == .notApplied ? "refused" : "unknown"
        case .unreachable, .timedOut: "unsent"
        case .outcomeUnknown: "unknown"
        case .notAdmitted, .tooLarge, .badReply, .cancelled: "broken"
        }
    }
}
