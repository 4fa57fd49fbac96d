internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WorkerClient

/// Finds out what became of a write, and sends it again where that is wanted.
struct OutcomeSearch: Sendable {
    let session: Session
    let key: String

    /// Asks services about a key that is not in the outbox; those that keep no journal have done nothing under it.
    ///
    /// Shows nothing.
    func ask(_ services: ServiceList) async throws -> [WriteOutcome] {
        let addresses = try session.settings.addresses(of: services)
        let answers = try await FanOut.ask(addresses, in: session) { caller throws(CallFailure) in
            try await state(told: caller)
        }
        return answers.map { answer in
            switch answer.result {
            case .success(let state): WriteOutcome(service: answer.service, state: state)
            case .failure(let failure): WriteOutcome(service: answer.service, state: .failed(failure))
            }
        }
    }

    /// Asks the service that a write went to; if it was done, it leaves the outbox when the result has been written.
    func look(at write: OutboxEntry) async throws -> WriteOutcome {
        try await session.withCaller(at: address(of: write)) { caller in
            let outcome = await outcome(of: write) { () throws(CallFailure) in try await lookUp(write, by: caller) }
            if case .applied = outcome.state, !session.settings.isJSON {
                session.output.note(session.texts["was_done"])
            }
            if case .unknown = outcome.state, !session.settings.isJSON { session.output.note(notDone(write)) }
            try await show(outcome, by: caller)
            return outcome
        }
    }

    /// Sends a write again under its key.
    ///
    /// - Throws: ``UsageError`` when it cannot be the same write again, or is too old for that to be safe.
    func retry(_ write: OutboxEntry) async throws -> WriteOutcome {
        let texts = session.texts
        let attachments = try attachments(of: write)
        return try await session.withCaller(at: address(of: write)) { caller in
            let outcome = await outcome(of: write) { () throws(CallFailure) in
                let reply = try await send(write, with: attachments, by: caller)
                let isReplayed = reply.meta?.isReplayed == true && reply.sends == 1
                if !session.settings.isJSON {
                    session.output.note(isReplayed ? texts["was_done"] : texts["is_done_now"])
                }
                return .applied(method: write.method, result: reply.result, sequence: reply.meta?.sequence)
            }
            try await show(outcome, by: caller)
            return outcome
        }
    }

    /// Asks about a write; if it was done, it leaves the outbox when the result has been written.
    ///
    /// Shows nothing.
    func lookUp(_ write: OutboxEntry, by caller: ServiceCaller) async throws(CallFailure) -> WriteOutcome.State {
        let state = try await state(told: caller)
        if case .applied(let method, let result, _) = state {
            session.answered.add(AnsweredWrite(write.id, of: method, result: result, isRepeat: true))
        }
        return state
    }

    /// Sends a write again under its key.
    ///
    /// Shows nothing.
    ///
    /// - Throws: As ``retry(_:)``, or ``CallFailure``.
    func resend(_ write: OutboxEntry, by caller: ServiceCaller) async throws -> WriteOutcome.State {
        let reply = try await send(write, with: attachments(of: write), by: caller)
        return .applied(method: write.method, result: reply.result, sequence: reply.meta?.sequence)
    }

    private func send(
        _ write: OutboxEntry,
        with attachments: [Attachment],
        by caller: ServiceCaller
    ) async throws(CallFailure) -> CallReply {
        try await session.write(
            write.method,
            with: write.params,
            key: write.id.key,
            by: caller,
            attachments: attachments,
            command: session.outcomeCommand(write.id.key, "--retry")
        )
    }

    /// The frames of a write that is to be sent again.
    ///
    /// - Throws: ``UsageError`` when it cannot be the same write again, or is too old for that to be safe.
    private func attachments(of write: OutboxEntry) throws(UsageError) -> [Attachment] {
        let texts = session.texts
        guard !write.isWithheld else { throw UsageError("\(texts["secret_withheld"])") }
        guard !write.isForgotten(at: SystemClock.wall) else { throw UsageError("\(texts["too_old_to_repeat"])") }
        try session.checkOutput(forResultOf: write.method)
        return try write.attachments.map { file throws(UsageError) in try file.attachment() }
    }

    func show(_ outcome: WriteOutcome, by caller: ServiceCaller) async throws {
        guard !session.settings.isJSON else { return }
        switch outcome.state {
        case .applied(let method, let result, _):
            try await WriteReceipt.show(result, of: method, by: caller, in: session)
        case .unknown: break
        case .failed(let failure):
            session.note(failure)
        }
    }

    private func notDone(_ write: OutboxEntry) -> [String] {
        let texts = session.texts
        guard !write.isForgotten(at: SystemClock.wall) else {
            return [texts["forgotten_by_service"], "  " + session.outcomeCommand(key, "--forget")]
        }
        let sending =
            write.isWithheld
            ? [texts["secret_withheld"]] : [texts["send_again"], "  " + session.outcomeCommand(key, "--retry")]
        return [texts("not_done", service: write.id.service.rawValue)] + sending + [
            texts["forget_it"], "  " + session.outcomeCommand(key, "--forget"),
        ]
    }

    func state(told caller: ServiceCaller) async throws(CallFailure) -> WriteOutcome.State {
        let params = ServiceOutcomeParams(idempotencyKey: key).jsonBytes
        do throws(CallFailure) {
            let reply = try await caller.read(ServiceMethod.outcome.name, with: params)
            switch try caller.decode(reply, of: ServiceMethod.outcome.name, as: { ServiceOutcomeResult($0) }) {
            case .applied(let method, let result, let sequence):
                return .applied(method: method, result: result, sequence: sequence)
            case .unknown:
                return .unknown
            }
        } catch {
            guard case .refused(let refusal) = error.reason, refusal.knownReason == .methodNotFound else { throw error }
            return .unknown
        }
    }

    private func outcome(
        of write: OutboxEntry,
        _ find: () async throws(CallFailure) -> WriteOutcome.State
    ) async -> WriteOutcome {
        do throws(CallFailure) {
            return WriteOutcome(service: write.id.service, state: try await find())
        } catch {
            return WriteOutcome(service: write.id.service, state: .failed(error))
        }
    }

    /// Where to ask about a write, and with the keys of whom it is a write.
    func address(of write: OutboxEntry) throws(UsageError) -> ServiceAddress {
        let address = try place(of: write)
        guard write.isSent(by: address) else {
            throw UsageError("\(session.texts("sent_by_another", endpoint: address.rpc))")
        }
        return address
    }

    /// Where to ask about a write: where it was sent, unless another run directory is named now.
    private func place(of write: OutboxEntry) throws(UsageError) -> ServiceAddress {
        let settings = session.settings
        if settings.places.namesRunDirectory { return try settings.places.address(of: write.id.service) }
        // What is used now may lack the service, or not be safe: it is asked only when the write was sent there.
        if let present = try? settings.places.address(of: write.id.service),
            ServiceAddress.haveCommonEndpoint(present.rpc, write.endpoint)
        {
            return present
        }
        let place = "/\(write.id.service.rawValue).rpc"
        for endpoint in ServiceAddress.endpoints(in: write.endpoint)
        where endpoint.hasPrefix("ipc://") && endpoint.hasSuffix(place) {
            // It was safe when the write was sent; a directory of temporary files can have another owner by now.
            try RunDirectory.check(String(endpoint.dropFirst("ipc://".count).dropLast(place.count)))
        }
        // It may have been sent to a suite that another command named.
        let keys = try settings.places.keys(for: write.id.service, at: write.endpoint)
        return ServiceAddress(service: write.id.service, rpc: write.endpoint, events: "", keys: keys)
    }
}
