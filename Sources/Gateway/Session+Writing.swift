internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient

extension Session {
    /// Makes a write with a key that was made and recorded in the outbox before the first sending, and names the commands that
    /// find out when nobody can say what became of it.
    ///
    /// When it was done, the entry stays until the command that shows the result has ended well.
    ///
    /// - Parameters:
    ///   - key: The key that the user chose; `nil` for a new one.
    ///   - input: What was read from standard input for the argument `-`.
    ///   - attachments: The frames that go with it.
    ///   - command: The command that does it again with the same key, where it is not the present one with the key.
    func write(
        _ method: String,
        with params: [UInt8]?,
        key: String?,
        by caller: ServiceCaller,
        input: String? = nil,
        attachments: [Attachment] = [],
        command: String? = nil
    ) async throws(CallFailure) -> CallReply {
        let id = OutboxEntry.ID(key: key ?? IdempotencyKey.make(), service: caller.address.service)
        // Nobody else can have sent a key that is new.
        let isRepeat = key == nil ? false : await isInOutbox(id)
        let write = OutboxEntry(
            id,
            to: caller.address,
            method: method,
            params: params,
            attachments: attachments.map(OutboxAttachment.init),
            time: SystemClock.wall
        )
        // A drain is repeated without harm, and no service remembers its key.
        let isRecorded = method == ServiceMethod.drain.name ? false : await record([write])
        do throws(CallFailure) {
            let reply = try await caller.write(method, with: params, key: id.key, attachments: attachments.map(\.bytes))
            answered.add(AnsweredWrite(id, of: method, result: reply.result, isRepeat: isRepeat))
            return reply
        } catch {
            var failure = error
            failure.isRepeat = isRepeat
            failure.outcomeCommand = isRecorded || isRepeat ? outcomeCommand(id.key) : nil
            failure.repeatCommand = command ?? RepeatCommand.text(arguments, key: id.key, input: input)
            if failure.isOutcomeUnknown {
                answered.addUnknown()
                // What an earlier run recorded stays, and so does what was sent now; what was not is no news.
                if !failure.wasSent { await outbox.end([id]) }
            } else {
                await settle(id, isRepeat: isRepeat)
            }
            throw failure
        }
    }

    /// Notes writes before they are sent; says so, once, when that cannot be done.
    ///
    /// - Returns: Whether they are recorded.
    func record(_ writes: [OutboxEntry]) async -> Bool {
        do throws(OutboxError) {
            try await outbox.begin(writes)
            return true
        } catch {
            if outbox.isFirstProblem {
                output.note(
                    texts.cannotRecord(error.message.printable, keys: writes.map(\.id.key), palette: output.notePalette)
                )
            }
            return false
        }
    }

    /// Whether another run has sent a write and nobody knows its end.
    func isInOutbox(_ id: OutboxEntry.ID) async -> Bool {
        let found = (try? await outbox.found()) ?? []
        return found.contains { $0.write.id == id }
    }

    /// Learns that the end of a write is known, of this run's sending and of those before.
    private func settle(_ id: OutboxEntry.ID, isRepeat: Bool) async {
        await outbox.end([id])
        if isRepeat { await outbox.forget([id]) }
    }

    /// Removes the writes from the outbox whose results have been written out.
    func endAnsweredNotes() async {
        let writes = answered.takeAll()
        guard !writes.isEmpty else { return }
        await outbox.end(writes.map(\.id))
        let repeated = Set(writes.filter(\.isRepeat).map(\.id))
        if !repeated.isEmpty { await outbox.forget(repeated) }
    }

    /// Tells people, not programs, that earlier runs have left writes whose end nobody knows.
    func tellOfOutbox() async {
        guard !settings.isJSON, let found = try? await outbox.found() else { return }
        // Of those that were done it was said when their results could not be written.
        let count = found.count { !$0.isInFlight && !$0.isAnswered }
        if count > 0 { output.note(texts.openWrites(count, command: outcomeCommand())) }
    }

    /// The command that looks what became of a write.
    func outcomeCommand(_ words: String...) -> String {
        let options = settings.namedStateDirectory.map { ["--state-dir", $0] } ?? []
        return texts.program + " " + (["outcome"] + words + options).map(RepeatCommand.quoted).joined(separator: " ")
    }
}
