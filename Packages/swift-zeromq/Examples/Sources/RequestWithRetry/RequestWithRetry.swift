import ZeroMQ
import ZeroMQPatterns

/// Request and reply with retries and a deadline, where the first answer to each question is lost.
@main
struct RequestWithRetry {
    static func main() async throws {
        try await ZMQNode.withNode(name: "retry") { node in
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await serve(node) }
                    try await node.withRequests(to: [.inproc(name: "orders")]) { requests in
                        let apples = ZMQMultipart(utf8: "2 apples")
                        let reply = try await requests.call(apples, kind: .write, timeout: .seconds(30))
                        print("answer: \(reply.body.text(0)), asked \(reply.sends) times")
                        do {
                            let nothing = ZMQMultipart(utf8: "nothing")
                            _ = try await requests.call(nothing, kind: .write, timeout: .milliseconds(500))
                        } catch let error as RequestError {
                            print("gave up: \(error)")
                        }
                    }
                    group.cancelAll()
                }
            }
        }
    }

    /// Takes orders, each once: who asks again gets the answer that was given before.
    static func serve(_ node: ZMQNode) async throws {
        try await node.withRouter { router in
            try router.bind(.inproc(name: "orders"))
            var (memory, orders, asked) = (AnswerMemory(), 0, 0)
            for await message in router.messages {
                guard let request = RoutedRequest(message), request.body.text(0) != "nothing" else { continue }
                let answer = memory.answer(to: request) {
                    orders += 1
                    print("server: took \(request.body.text(0))")
                    return .done(ZMQMultipart(utf8: "\(request.body.text(0)), order \(orders)"))
                }
                asked += 1
                if asked == 1 {
                    print("server: the answer is lost")
                } else {
                    try router.send(request.reply(answer))
                }
            }
        }
    }
}
