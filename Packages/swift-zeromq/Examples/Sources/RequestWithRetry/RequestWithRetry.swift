import ZeroMQ

/// Request and reply with retries and a deadline, where the first answer to each question is lost.
@main
struct RequestWithRetry {
    static func main() async throws {
        try await ZMQNode.withNode(name: "retry") { node in
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await serve(node) }
                    try await node.withRequest { request in
                        try request.connect(.inproc(name: "orders"))
                        let answer = try await ask("2 apples", request, tries: 3, within: .seconds(30))
                        print("answer: \(answer)")
                        do {
                            _ = try await ask("nothing", request, tries: 100, within: .milliseconds(500))
                        } catch let error as ZMQError where error.code == .timedOut {
                            print("gave up: \(error.message)")
                        }
                    }
                    group.cancelAll()
                }
            }
        }
    }

    /// Asks until there is an answer, or the tries or the time are used up.
    ///
    /// Every try carries the same number, by which the server knows a question that it has answered already. Runs where it is
    /// called, because sockets cannot leave their thread.
    nonisolated(nonsending) static func ask(
        _ question: String,
        _ request: RequestSocket,
        tries: Int,
        within limit: Duration
    ) async throws -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 16)
        let deadline = ContinuousClock.now + limit
        var pause = Duration.milliseconds(100)
        for attempt in 1...tries {
            let left = deadline - .now
            guard left > .zero else { break }
            do {
                return try await request.call(ZMQMultipart(utf8: number, question), timeout: min(pause, left)).text(0)
            } catch let error as ZMQError where error.code == .timedOut {
                print("\(question), try \(attempt): no answer")
                pause *= 2
            }
        }
        throw ZMQError(.timedOut, "whether \(question.debugDescription) was done is not known")
    }

    /// Takes orders, each once: who asks again gets the answer that was given before.
    static func serve(_ node: ZMQNode) async throws {
        try await node.withRouter { router in
            try router.bind(.inproc(name: "orders"))
            var answers: [String: String] = [:]
            for await message in router.messages {
                // What a REQ sends, as a ROUTER sees it: the envelope up to an empty frame, the number, and the question.
                guard let end = (0..<message.count).first(where: { message.size(of: $0) == 0 }),
                    end + 3 == message.count,
                    message.text(end + 2) != "nothing"
                else { continue }
                let (number, question) = (message.text(end + 1), message.text(end + 2))
                if let answer = answers[number] {
                    var reply = ZMQMultipart()
                    for index in 0...end { reply.append(message.frame(index)) }
                    reply.append(utf8: answer)
                    try router.send(reply)
                } else {
                    answers[number] = "\(question), order \(answers.count + 1)"
                    print("server: took \(question), and the answer is lost")
                }
            }
        }
    }
}
