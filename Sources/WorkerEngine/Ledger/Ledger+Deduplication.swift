internal import Journal
internal import Messages

/// How a write is recognised when it comes again.
struct WriteIdentity {
    /// Its idempotency key as it is stored: see ``PeerAccess/storedKey(_:)``; `nil` for a write without one.
    var key: String?
    /// What it asks for: see ``Fingerprint``; empty without a key.
    var fingerprint: [UInt8] = []
}

/// The result of the write that had a key first.
struct EarlierResult {
    /// One JSON value.
    let result: ArraySlice<UInt8>
    /// The position that its first answer named.
    let sequence: Int
    /// What a failed commit does to it: nothing, unless it is in the open batch itself.
    let standing: Responses.Standing
}

extension Ledger {
    /// The result of the write that had a key first: from the open batch, or as it was stored.
    ///
    /// - Returns: `nil` when it has no key, or a new one.
    /// - Throws: ``RPCError`` `IDEMPOTENCY_KEY_REUSED` when the key belongs to another request, or what is told of a
    ///   store that cannot be read.
    func earlierResult(of call: Call, _ identity: WriteIdentity) throws(RPCError) -> EarlierResult? {
        guard let key = identity.key, let journal else { return nil }
        if let write = batch.write(with: key) {
            try checkSame(identity.fingerprint, as: write.fingerprint)
            return EarlierResult(
                result: write.result,
                sequence: write.sequence ?? (saved ?? head).sequence,
                standing: .applied
            )
        }
        var stored: StoredReply?
        do throws(StorageError) {
            stored = try journal.storedReply(forKey: key)
            if stored == nil { stored = try unscopedReply(to: call, identity.fingerprint, in: journal) }
        } catch {
            storeFailed(error)
            // As long as nobody knows what the last commit did, nobody knows what became of this key.
            throw RPCError(error, isApplied: error.code == .unavailable)
        }
        guard let stored else { return nil }
        try checkSame(identity.fingerprint, as: stored.fingerprint)
        return EarlierResult(result: stored.result[...], sequence: stored.sequence, standing: .settled)
    }

    /// The reply to a write that a caller with keys of its own may have made before keys belonged to callers, when
    /// nobody noted whose they were: only its content can say that it is the same.
    private func unscopedReply(
        to call: Call,
        _ fingerprint: [UInt8],
        in journal: any Journal
    ) throws(StorageError) -> StoredReply? {
        guard call.peer.hasOwnKeys, journal.lastUnscopedEntry > 0, let key = call.request.meta.idempotencyKey,
            let stored = try journal.storedReply(forKey: key),
            stored.number <= journal.lastUnscopedEntry, stored.fingerprint == fingerprint
        else { return nil }
        return stored
    }

    private func checkSame(_ fingerprint: [UInt8], as stored: [UInt8]) throws(RPCError) {
        guard fingerprint == stored else {
            throw RPCError(.idempotencyKeyReused, "this idempotency key belongs to another request")
        }
        statistics.deduplicated += 1
    }
}
