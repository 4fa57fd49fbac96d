internal import Messages
internal import Storage
internal import WireJSON

extension RequestEngine {
    /// Begins a write: remembers what to go back to, once for all writes that share a commit.
    func beginWrite(by peer: PeerAccess) -> WriteContext {
        if saved == nil {
            // One time for the whole batch, and never an earlier one, even when the wall clock goes back: the order of
            // writes is told by it too, and a replayed event must equal the published one.
            lastWriteTime = max(lastWriteTime, now.wall)
            saved = (head, lastWriteTime)
            service.state.save()
        }
        var drafts = WriteDrafts()
        swap(&drafts, &self.drafts)
        return WriteContext(
            id: String(head.entry + 1),
            time: lastWriteTime,
            peer: peer,
            store: store,
            drafts: drafts
        )
    }

    /// Runs what a write does, as a whole or not at all, and finds out what its events follow.
    ///
    /// - Throws: What `body` throws. When the store has failed, the batch so far is taken back with it.
    func decide(
        _ params: JSONNode?,
        _ context: inout WriteContext,
        _ body: RegisteredMethod.Write
    ) throws(RPCError) {
        do throws(RPCError) {
            if service.hasTables, let journal {
                try journal.tables.attempt(onFailure: store.refusal) { () throws(RPCError) in
                    try body(params, &context, &result)
                }
            } else {
                try body(params, &context, &result)
            }
            try lookUpSubjects(of: context)
        } catch {
            try checkStore()
            throw error
        }
        try checkStore()
    }

    /// Takes the batch back when the store has failed, whatever the method made of it.
    private func checkStore() throws(RPCError) {
        guard let failure = store.takeFailure() else { return }
        takeBack(because: failure)
        throw Self.refusal(of: failure, isApplied: false)
    }

    /// Finds the last events of subjects whose levels were left in the store.
    private func lookUpSubjects(of context: WriteContext) throws(RPCError) {
        guard !service.loadsLevels, let journal else { return }
        for draft in context.drafts.events.items where head.sequenceOfSubject[draft.subject] == nil {
            do throws(StorageError) {
                head.sequenceOfSubject[draft.subject] = try journal.level(of: draft.subject)?.sequence
            } catch {
                throw store.refusal(error)
            }
        }
    }

    /// Makes a change that no request asked for, such as data read anew, between two turns.
    ///
    /// - Parameters:
    ///   - name: What the journal calls it.
    ///   - change: The change; when it throws, nothing happened.
    /// - Throws: What the change throws, or ``StorageError`` when nothing can be stored; the state is then the old.
    func change(
        _ name: String,
        _ change: (inout WriteContext) throws -> Void
    ) throws {
        if let storageFailure { throw storageFailure }
        now = clock()
        var context = beginWrite(by: .local)
        do {
            if service.hasTables, let journal {
                try journal.tables.attempt(onFailure: { $0 as any Error }) { try change(&context) }
            } else {
                try change(&context)
            }
            try lookUpSubjects(of: context)
        } catch {
            if let failure = store.takeFailure() { storeFailed(failure) }
            service.state.restore()
            endBatch()
            throw error
        }
        guard journal != nil else {
            endBatch()
            return
        }
        turn.append(
            name,
            key: nil,
            fingerprint: [],
            result: Array("null".utf8),
            causationID: nil,
            traceparent: nil,
            &context,
            after: &head
        )
        commit()
        if let storageFailure { throw storageFailure }
    }
}
