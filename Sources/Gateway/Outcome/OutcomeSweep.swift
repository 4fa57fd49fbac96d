internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// Finds out about many writes of the outbox, one after the other, over one connection for each place they were sent to.
struct OutcomeSweep: Sendable {
    struct Settled: Sendable {
        let found: Outbox.Found
        let outcome: Result<WriteOutcome, UsageError>
    }

    let session: Session
    /// Whether they are sent again; otherwise services are only asked.
    let isRetry: Bool

    /// Settles writes, in their order, until the task is cancelled.
    func settle(_ found: [Outbox.Found]) async throws -> [Settled] {
        var places: [Place] = []
        var settled: [Int: Settled] = [:]
        for (index, one) in found.enumerated() {
            do throws(UsageError) {
                let address = try OutcomeSearch(session: session, key: one.write.id.key).address(of: one.write)
                if let place = places.firstIndex(where: { $0.address == address }) {
                    places[place].writes.append(index)
                } else {
                    places.append(Place(address: address, writes: [index]))
                }
            } catch {
                settled[index] = Settled(found: one, outcome: .failure(error))
            }
        }
        for place in places where !Task.isCancelled {
            let outcomes = try await settle(place.writes.map { found[$0] }, at: place.address)
            for (index, outcome) in zip(place.writes, outcomes) {
                settled[index] = Settled(found: found[index], outcome: outcome)
            }
        }
        return found.indices.compactMap { settled[$0] }
    }

    private struct Place {
        let address: ServiceAddress
        var writes: [Int]
    }

    private func settle(
        _ found: [Outbox.Found],
        at address: ServiceAddress
    ) async throws -> [Result<WriteOutcome, UsageError>] {
        try await session.withCaller(at: address) { caller in
            var outcomes: [Result<WriteOutcome, UsageError>] = []
            var absence: CallFailure?
            for one in found where !Task.isCancelled {
                // Who did not answer once is not waited for again with every other write.
                if let absence {
                    outcomes.append(.success(WriteOutcome(service: one.write.id.service, state: .failed(absence))))
                    continue
                }
                let outcome = await settle(one.write, by: caller)
                if case .success(let known) = outcome, case .failed(let failure) = known.state, !failure.isAnswered {
                    absence = failure
                }
                outcomes.append(outcome)
            }
            return outcomes
        }
    }

    private func settle(_ write: OutboxEntry, by caller: ServiceCaller) async -> Result<WriteOutcome, UsageError> {
        let search = OutcomeSearch(session: session, key: write.id.key)
        do {
            let state =
                isRetry ? try await search.resend(write, by: caller) : try await search.lookUp(write, by: caller)
            return .success(WriteOutcome(service: write.id.service, state: state))
        } catch let failure as CallFailure {
            return .success(WriteOutcome(service: write.id.service, state: .failed(failure)))
        } catch let error as UsageError {
            return .failure(error)
        } catch {
            return .failure(UsageError("\(error)"))
        }
    }
}

/// What a sweep came to, for people and for programs.
struct SweepReport: Sendable {
    let settled: [OutcomeSweep.Settled]
    let texts: Texts

    /// One line for what belongs together.
    var summary: [String] {
        WriteGroup.counted(settled.map { WriteGroup($0.found, state: word($0)) }).map { texts.writes($0, count: $1) }
    }

    /// How many the services do not know.
    var notDone: Int {
        settled.count {
            if case .success(let outcome) = $0.outcome, case .unknown = outcome.state { true } else { false }
        }
    }

    var secrets: [String] {
        settled.compactMap { one in
            guard case .success(let outcome) = one.outcome, case .applied(let method, let result, _) = outcome.state
            else { return nil }
            return AnsweredWrite(one.found.write.id, of: method, result: result).secret
        }
    }

    var status: ExitReason {
        let outcomes = settled.compactMap { try? $0.outcome.get() }
        guard outcomes.count == settled.count else { return .incomplete }
        return outcomes.isEmpty ? .ok : WriteOutcome.status(outcomes)
    }

    private func word(_ settled: OutcomeSweep.Settled) -> String {
        switch settled.outcome {
        case .failure(let error): error.message
        case .success(let outcome):
            switch outcome.state {
            case .applied: texts["done"]
            case .unknown: texts["not_done_yet"]
            case .failed(let failure): "\(failure.word(texts).text) (\(failure.shortDetail.printable))"
            }
        }
    }

    /// One document with a member of `outcomes` for every write.
    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.array("outcomes", of: settled) { writer, one in
                writer.beginObject()
                writer.member("idempotencykey", one.found.write.id.key)
                switch one.outcome {
                case .success(let outcome): outcome.writeMembers(to: &writer)
                case .failure(let error):
                    writer.member("service", one.found.write.id.service.rawValue)
                    writer.member("state", "not_asked")
                    writer.member("detail", error.message)
                }
                writer.endObject()
            }
        }
    }
}
