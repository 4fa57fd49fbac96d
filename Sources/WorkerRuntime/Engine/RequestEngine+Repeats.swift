internal import Messages
internal import Storage

extension RequestEngine {
    /// Answers a repeated key from what was stored with it, or from this turn's own batch.
    ///
    /// - Returns: Whether the key was known.
    func replay(
        _ key: String,
        _ print: [UInt8],
        _ request: Request,
        _ journal: any Journal
    ) throws(RPCError) -> Bool {
        if let index = turn.entryOfKey[key] {
            let batch = turn.batch
            let entry = batch.entries[index]
            try checkSame(print, entry.fingerprint.map { Array(batch.bytes[$0]) } ?? [])
            let sequence = batch.events[entry.events].last?.sequence ?? head.sequence
            reply(to: request, .applied, batch.bytes[entry.result], sequence: sequence, isReplayed: true)
            return true
        }
        let stored: StoredReply?
        do {
            stored = try journal.storedReply(forKey: key)
        } catch {
            storeFailed(error)
            // As long as nobody knows what the last commit did, nobody knows what became of this key.
            throw Self.refusal(of: error, isApplied: error.code == .unavailable)
        }
        guard let stored else { return false }
        try checkSame(print, stored.fingerprint)
        reply(to: request, .settled, stored.result[...], sequence: stored.sequence, isReplayed: true)
        return true
    }

    private func checkSame(_ print: [UInt8], _ stored: [UInt8]) throws(RPCError) {
        guard print == stored else {
            throw RPCError(.idempotencyKeyReused, "this idempotency key belongs to another request")
        }
        statistics.repeats += 1
    }
}
