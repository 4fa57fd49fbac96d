internal import Messages
internal import Storage

extension RequestEngine {
    /// Answers a repeated key from what was stored with it, or from this turn's own batch.
    ///
    /// - Parameter key: As it is stored: see ``PeerAccess/storedKey(_:)``.
    /// - Returns: Whether the key was known.
    func answerDuplicate(
        _ key: String,
        _ fingerprint: [UInt8],
        _ request: Request,
        by peer: PeerAccess,
        _ journal: any Journal
    ) throws(RPCError) -> Bool {
        if let index = turn.entryOfKey[key] {
            let batch = turn.batch
            let entry = batch.entries[index]
            try checkSame(fingerprint, entry.fingerprint.map { Array(batch.bytes[$0]) } ?? [])
            let sequence = batch.events[entry.events].last?.sequence ?? head.sequence
            reply(to: request, .applied, batch.bytes[entry.result], sequence: sequence, isReplayed: true)
            return true
        }
        var stored: StoredReply?
        do {
            stored = try journal.storedReply(forKey: key)
            if stored == nil { stored = try earlierReply(fingerprint, request, by: peer, journal) }
        } catch {
            storeFailed(error)
            // As long as nobody knows what the last commit did, nobody knows what became of this key.
            throw Self.refusal(of: error, isApplied: error.code == .unavailable)
        }
        guard let stored else { return false }
        try checkSame(fingerprint, stored.fingerprint)
        reply(to: request, .settled, stored.result[...], sequence: stored.sequence, isReplayed: true)
        return true
    }

    /// The reply to a write that a caller with keys of its own may have made before keys belonged to callers, when nobody
    /// noted whose they were: only its content can say that it is the same.
    private func earlierReply(
        _ fingerprint: [UInt8],
        _ request: Request,
        by peer: PeerAccess,
        _ journal: any Journal
    ) throws(StorageError) -> StoredReply? {
        guard peer.hasOwnKeys, journal.lastUnscopedEntry > 0, let key = request.meta.idempotencyKey,
            let stored = try journal.storedReply(forKey: key),
            stored.number <= journal.lastUnscopedEntry, stored.fingerprint == fingerprint
        else { return nil }
        return stored
    }

    private func checkSame(_ fingerprint: [UInt8], _ stored: [UInt8]) throws(RPCError) {
        guard fingerprint == stored else {
            throw RPCError(.idempotencyKeyReused, "this idempotency key belongs to another request")
        }
        statistics.repeats += 1
    }
}
