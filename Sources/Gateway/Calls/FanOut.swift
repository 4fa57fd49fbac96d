internal import Messages
internal import Terminal
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ
internal import ZeroMQPatterns

/// One question to many services at once.
enum FanOut {
    /// What became of it at one service.
    struct Answer<Value: Sendable>: Sendable {
        let service: ServiceName
        var endpoint = ""
        let result: Result<Value, CallFailure>
    }

    /// Asks every service in parallel; none waits for another, and every one of them is in the result.
    ///
    /// - Returns: The answers in the order of `addresses`.
    static func ask<Value: Sendable>(
        _ addresses: [ServiceAddress],
        in session: Session,
        asking question: @escaping @Sendable (ServiceCaller) async throws(CallFailure) -> Value
    ) async throws -> [Answer<Value>] {
        try await ZMQNode.withNode(name: "gateway") { node in
            try await withThrowingTaskGroup(of: (Int, Answer<Value>).self) { group in
                for (place, address) in addresses.enumerated() {
                    group.addTask {
                        let result = try await session.withCaller(at: address, on: node) { caller in
                            do throws(CallFailure) {
                                return Result<Value, CallFailure>.success(try await question(caller))
                            } catch {
                                return .failure(error)
                            }
                        }
                        return (place, Answer(service: address.service, endpoint: address.rpc, result: result))
                    }
                }
                var answers: [(Int, Answer<Value>)] = []
                for try await answer in group { answers.append(answer) }
                return answers.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
    }

    /// What to call whom an answer is of: the service, and which of its workers where several were asked.
    static func label<Value>(_ answer: Answer<Value>, among answers: [Answer<Value>]) -> String {
        let service = answer.service.rawValue
        return hasSeveralWorkers(answer.service, among: answers) ? "\(service) \(answer.endpoint)" : service
    }

    /// Whether several workers of a service were asked.
    static func hasSeveralWorkers<Value>(_ service: ServiceName, among answers: [Answer<Value>]) -> Bool {
        Set(answers.filter { $0.service == service }.map(\.endpoint)).count > 1
    }

    /// The exit status of the answers.
    ///
    /// - Parameter isGood: Whether an answer that is no failure is what was hoped for.
    static func status<Value>(_ answers: [Answer<Value>], isGood: (Value) -> Bool = { _ in true }) -> ExitReason {
        var ok = 0
        var answered = 0
        var isUnknown = false
        for answer in answers {
            switch answer.result {
            case .success(let value):
                answered += 1
                if isGood(value) { ok += 1 }
            case .failure(let failure):
                if failure.isAnswered || failure.isTooLarge { answered += 1 }
                if failure.isOutcomeUnknown { isUnknown = true }
            }
        }
        return ExitReason(ok: ok, answered: answered, isUnknown: isUnknown, of: answers.count)
    }
}

/// The answers of a fan-out, for people and for programs.
struct FanoutReport: Sendable {
    let answers: [FanOut.Answer<CallReply>]
    let texts: Texts

    var table: Table {
        var table = texts.table(
            dropping: [2],
            ("service", .whole),
            ("result", .whole),
            ("latency", .right),
            ("detail", .left)
        )
        for answer in answers {
            let service = Table.Cell(answer.service.rawValue)
            switch answer.result {
            case .success(let reply):
                // A cell is no place for a document: that is what --json is for.
                let result = DisplayWidth.truncate(String(decoding: reply.result, as: UTF8.self), to: 160)
                table.add(service, .init(texts["ok"], .good), .init(reply.roundTrip.latencyText), .init(result))
            case .failure(let failure):
                table.add(service, failure.word(texts), "", .init(failure.shortDetail))
            }
        }
        return table
    }

    /// One document with a member of `targets` for every service asked.
    func document(method: String, key: String?) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("method", method)
            if let key { writer.member("idempotencykey", key) }
            writer.array("targets", of: answers) { writer, answer in
                writer.beginObject()
                writer.member("service", answer.service.rawValue)
                switch answer.result {
                case .success(let reply):
                    writer.member("status", "ok")
                    writer.member("result", raw: reply.result)
                    if let meta = reply.meta { writer.member("meta", meta) }
                    writer.member("latencyus", reply.roundTrip.microseconds)
                case .failure(let failure):
                    writer.member("status", failure.statusWord)
                    writer.name("error")
                    failure.writeError(to: &writer)
                }
                writer.endObject()
            }
        }
    }

    /// What to do about the services that did not answer well.
    func notes(_ palette: Palette) -> [String] {
        var hasCommand = false
        return answers.flatMap { answer -> [String] in
            guard case .failure(let failure) = answer.result, !failure.isAnswered || failure.isOutcomeUnknown else {
                return []
            }
            // The command once is enough: it repeats the whole.
            let isRepetition = hasCommand && failure.isOutcomeUnknown
            hasCommand = hasCommand || failure.isOutcomeUnknown
            let lines = texts.lines(failure, palette: palette)
            return isRepetition ? Array(lines.prefix(1)) : lines
        }
    }
}

extension CallFailure {
    /// The outcome as a cell of a table.
    func word(_ texts: Texts) -> Table.Cell {
        if isOutcomeUnknown { return .init(texts["outcome_is_unknown"], .warning) }
        return isAnswered || isTooLarge ? .init(texts["error"], .bad) : .init(texts["no_answer"], .bad)
    }

    /// The outcome as a word for programs.
    var statusWord: String {
        if isOutcomeUnknown { return "outcome_unknown" }
        return isAnswered || isTooLarge ? "error" : "no_answer"
    }

    /// What fits in a cell.
    var shortDetail: String {
        switch reason {
        case .refused(let error): "\(error.reason): \(error.detail)"
        case .tooLarge(let detail), .badReply(let detail): detail
        case .notAdmitted: "\(word): \(endpoint)"
        case .unreachable, .timedOut, .outcomeUnknown, .cancelled: endpoint
        }
    }
}
