internal import Messages
internal import WireJSON
internal import WorkerClient

/// A write that was done, and whose result has still to be written out.
struct AnsweredWrite: Sendable {
    let id: OutboxEntry.ID
    let method: String
    /// Whether it was sent with a key that finds its result again.
    let hasKey: Bool
    /// Whether another run had sent it before and left a note.
    let isRepeat: Bool
    /// Empty when the secret in it, if any, is kept elsewhere.
    private var result: [UInt8]

    init(_ id: OutboxEntry.ID, _ method: String, result: [UInt8], isRepeat: Bool = false, hasKey: Bool = true) {
        self.id = id
        self.method = method
        self.result = result
        self.isRepeat = isRepeat
        // No service remembers the key of a drain.
        self.hasKey = hasKey && method != ServiceMethod.drain.name
    }

    /// Takes note that the secret in the result is kept elsewhere.
    mutating func forgetSecret() {
        result = []
    }

    /// The secret in the result, which nobody has been told; services tell one only once.
    var secret: String? {
        guard let node = try? JSONReader(limits: .unhurried).read(result) else { return nil }
        return node[WithheldSecrets.name]?.string
    }
}
