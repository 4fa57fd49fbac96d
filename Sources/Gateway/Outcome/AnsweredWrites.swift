internal import Messages
internal import Platform
internal import ServiceContexts
internal import Synchronization
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// The writes that were done in this run and whose results have still to be written out.
///
/// An entry of the outbox goes when the result has been written out, not when it has come: what nobody could read is found again by its key.
final class AnsweredWrites: Sendable {
    private struct State {
        var writes: [AnsweredWrite] = []
        var hasUnknown = false
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.writes.isEmpty } }

    /// Whether no answer tells what became of some other write of this run.
    var hasUnknown: Bool { state.withLock { $0.hasUnknown } }

    func add(_ write: AnsweredWrite) {
        state.withLock { $0.writes.append(write) }
    }

    func addUnknown() {
        state.withLock { $0.hasUnknown = true }
    }

    /// Learns that the secrets in the results are kept elsewhere.
    func forgetSecrets() {
        state.withLock { state in
            for index in state.writes.indices { state.writes[index].forgetSecret() }
        }
    }

    /// All of them, which are none any more then.
    func takeAll() -> [AnsweredWrite] {
        state.withLock { state in
            defer { state.writes = [] }
            return state.writes
        }
    }
}

/// A write that was done, and whose result has still to be written out.
struct AnsweredWrite: Sendable {
    let id: OutboxEntry.ID
    let method: String
    /// Whether it was sent with a key that finds its result again.
    let hasKey: Bool
    /// Whether another run had sent it before and left it in the outbox.
    let isRepeat: Bool
    /// Empty when the secret in it, if any, is kept elsewhere.
    private var result: [UInt8]

    init(_ id: OutboxEntry.ID, of method: String, result: [UInt8], isRepeat: Bool = false, hasKey: Bool = true) {
        self.id = id
        self.method = method
        self.result = result
        self.isRepeat = isRepeat
        // No service remembers the key of a drain.
        self.hasKey = hasKey && method != ServiceMethod.drain.name
    }

    /// Learns that the secret in the result is kept elsewhere.
    mutating func forgetSecret() {
        result = []
    }

    /// The secret in the result, which nobody has seen; services send one only once.
    var secret: String? {
        guard let node = try? JSONReader(limits: .generous).read(result) else { return nil }
        return node[WithheldSecrets.name]?.string
    }
}

extension Session {
    /// Says which writes were done although their results could not be written out, and keeps the secrets in them.
    func tellOfUnwritten(_ writes: [AnsweredWrite]) {
        // More than a fan-out has are a batch; the outbox lists them.
        if writes.count > ((try? settings.places.services()) ?? ServiceName.suite).count {
            output.note([
                texts("writes_done_unwritten", count: writes.count.grouped), texts["list_again"],
                "  " + outcomeCommand(),
            ])
        } else {
            output.note(
                writes.map { texts.doneUnwritten($0.method, at: $0.id.service, key: $0.hasKey ? $0.id.key : nil) }
            )
            let keys = Set(writes.filter(\.hasKey).map(\.id.key)).sorted()
            if !keys.isEmpty { output.note([texts["show_again"]] + keys.map { "  " + outcomeCommand($0) }) }
        }
        output.note(writes.compactMap(\.secret).map(keep))
    }
}
