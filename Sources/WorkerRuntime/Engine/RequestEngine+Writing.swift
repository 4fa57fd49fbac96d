internal import Messages
internal import Storage

extension RequestEngine {
    /// Begins a write: remembers what to go back to, once for all writes that share a commit.
    func beginWrite() -> WriteContext {
        if saved == nil {
            // One time for the whole batch, and never an earlier one, even when the wall clock goes back: the age of a
            // key is judged by it, and a replayed event must equal the published one.
            lastWriteTime = max(lastWriteTime, now.wall)
            saved = SavedState(state: state, head: head, time: lastWriteTime)
        }
        return WriteContext(id: String(head.entry + 1), time: lastWriteTime)
    }

    /// Adds a decided write to the batch, and gives its events their positions.
    ///
    /// - Parameters:
    ///   - entry: The write, without its events.
    ///   - context: What its method left behind.
    func append(_ entry: PendingEntry, _ context: WriteContext) {
        var entry = entry
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
            turn.levels[level.item] = Level(
                item: level.item,
                quantity: level.quantity,
                version: level.version,
                sequence: head.sequenceOfSubject[level.item]
            )
        }
        head.entry += 1
        if let key = entry.key {
            turn.entryOfKey[Array(key.utf8)] = turn.entries.count
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
        var context = beginWrite()
        do {
            try change(&state, &context)
        } catch {
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
