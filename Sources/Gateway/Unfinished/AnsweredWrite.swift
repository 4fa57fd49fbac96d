internal import Messages

/// A write that was done, and whose result has still to be written out.
struct AnsweredWrite: Sendable {
    let id: UnfinishedWrite.ID
    let method: String
    /// Whether it was sent with a key that finds its result again.
    let hasKey: Bool
    /// Whether another run had sent it before and left a note.
    let isRepeat: Bool

    init(_ id: UnfinishedWrite.ID, _ method: String, isRepeat: Bool = false, hasKey: Bool = true) {
        self.id = id
        self.method = method
        self.isRepeat = isRepeat
        // No service remembers the key of a drain.
        self.hasKey = hasKey && method != ServiceMethod.drain
    }
}
