internal import Messages
internal import Storage
internal import WireJSON

extension RequestEngine {
    /// Begins a write: remembers what to go back to, once for all writes that share a commit.
    func beginWrite(by peer: PeerAccess) -> WriteContext {
        if saved == nil {
            // One time for the whole batch, and never an earlier one, even when the wall clock goes back: the age of a
            // key is judged by it, and a replayed event must equal the published one.
            lastWriteTime = max(lastWriteTime, now.wall)
            saved = SavedState(state: state, head: head, time: lastWriteTime)
        }
        return WriteContext(id: String(head.entry + 1), time: lastWriteTime, peer: peer, store: store)
    }

    /// Runs what a write does, as a whole or not at all, and finds out what its events follow.
    ///
    /// - Throws: What `body` throws. When the store has failed, the batch so far is taken back with it.
    func decide(
        _ context: inout WriteContext,
        _ body: (inout Service.State, inout WriteContext, inout JSONWriter) throws(RPCError) -> Void
    ) throws(RPCError) {
        do throws(RPCError) {
            if hasTables, let journal {
                try journal.tables.attempt(onFailure: store.refusal) { () throws(RPCError) in
                    try body(&live.value, &context, &result)
                }
            } else {
                try body(&live.value, &context, &result)
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
        for draft in context.events where head.sequenceOfSubject[draft.subject] == nil {
            do throws(StorageError) {
                head.sequenceOfSubject[draft.subject] = try journal.level(of: draft.subject)?.sequence
            } catch {
                throw store.refusal(error)
            }
        }
    }

    /// Adds a decided write to the batch, and gives its events their positions.
    ///
    /// - Parameters:
    ///   - entry: The write, without its events.
    ///   - context: What its method left behind.
    func append(_ entry: consuming PendingEntry, _ context: WriteContext) {
        Self.append(entry, context, to: &turn, &head)
    }

    // Both are lent once, not for each step.
    private static func append(
        _ entry: consuming PendingEntry,
        _ context: WriteContext,
        to turn: inout Turn,
        _ head: inout StreamHead
    ) {
        entry.events.reserveCapacity(context.events.count)
        for draft in context.events {
            let (sequence, previous) = head.advance(subject: draft.subject)
            entry.events.append(
                EventRecord(
                    sequence: sequence,
                    previousSequence: previous,
                    type: draft.type,
                    subject: draft.subject,
                    time: context.time,
                    causationID: entry.causationID,
                    traceparent: entry.traceparent,
                    data: draft.data
                )
            )
        }
        for level in context.levels {
            turn.setLevel(
                Level(
                    item: level.item,
                    quantity: level.quantity,
                    version: level.version,
                    sequence: head.sequenceOfSubject[level.item]
                )
            )
        }
        head.entry += 1
        if let key = entry.key {
            turn.entryOfKey[ExactKey(key)] = turn.entries.count
        }
        turn.entries.append(entry)
    }

    /// Makes a change that no request asked for, such as data read anew, between two turns.
    ///
    /// - Parameters:
    ///   - name: What the journal calls it.
    ///   - change: The change; when it throws, nothing happened.
    /// - Throws: What the change throws, or ``StorageError`` when nothing can be stored; the state is then the old.
    func change(
        _ name: String,
        _ change: (inout Service.State, inout WriteContext) throws -> Void
    ) throws {
        if let storageFailure { throw storageFailure }
        now = clock()
        var context = beginWrite(by: .local)
        do {
            if hasTables, let journal {
                try journal.tables.attempt(onFailure: { $0 as any Error }) { try change(&live.value, &context) }
            } else {
                try change(&live.value, &context)
            }
            try lookUpSubjects(of: context)
        } catch {
            if let failure = store.takeFailure() { storeFailed(failure) }
            if let saved { state = saved.state }
            endBatch()
            throw error
        }
        guard journal != nil else {
            endBatch()
            return
        }
        append(
            PendingEntry(
                number: head.entry + 1,
                method: name,
                key: nil,
                fingerprint: [],
                result: Array("null".utf8),
                causationID: nil,
                traceparent: nil,
                events: [],
                isListed: context.isListed
            ),
            context
        )
        commit()
        if let storageFailure { throw storageFailure }
    }
}
