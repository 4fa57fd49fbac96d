internal import Synchronization

/// The writes that were done in this run and whose results have still to be written out.
///
/// A note goes when the result has been written out, not when it has come: what nobody could read is found again by its key.
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

    /// Takes note that the secrets in the results are kept elsewhere.
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
