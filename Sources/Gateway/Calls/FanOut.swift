internal import Messages
internal import WorkerClient
internal import ZeroMQ

/// One question to many services at once.
enum FanOut {
    /// What became of it at one service.
    struct Answer<Value: Sendable>: Sendable {
        let service: ServiceName
        let result: Result<Value, CallFailure>
    }

    /// Asks every service in parallel; none waits for another, and every one of them is in the result.
    ///
    /// - Returns: The answers in the order of `addresses`.
    static func ask<Value: Sendable>(
        _ addresses: [ServiceAddress],
        timeout: Duration,
        _ question: @escaping @Sendable (ServiceCaller) async throws(CallFailure) -> Value
    ) async throws -> [Answer<Value>] {
        try await ZMQNode.withNode(name: "gateway") { node in
            try await withThrowingTaskGroup(of: (Int, Answer<Value>).self) { group in
                for (place, address) in addresses.enumerated() {
                    group.addTask {
                        let result = try await WorkerClient.withClient(address, on: node) { client in
                            let caller = ServiceCaller(client: client, address: address, timeout: timeout)
                            do throws(CallFailure) {
                                return Result<Value, CallFailure>.success(try await question(caller))
                            } catch {
                                return .failure(error)
                            }
                        }
                        return (place, Answer(service: address.service, result: result))
                    }
                }
                var answers: [(Int, Answer<Value>)] = []
                for try await answer in group { answers.append(answer) }
                return answers.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
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
                if failure.isAnswered { answered += 1 }
                if failure.isOutcomeUnknown { isUnknown = true }
            }
        }
        return ExitReason(ok: ok, answered: answered, isUnknown: isUnknown, of: answers.count)
    }
}
