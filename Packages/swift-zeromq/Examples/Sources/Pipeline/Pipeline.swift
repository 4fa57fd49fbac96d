import ZeroMQ

/// A pipeline within a process: a source, three workers and a sink, with queues that are never long.
@main
struct Pipeline {
    static let count = 1_000

    static func main() async throws {
        try await ZMQNode.withNode(name: "pipeline") { node in
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    for _ in 0..<3 { group.addTask { try await work(node) } }
                    group.addTask { try await produce(node) }
                    print("the sum of \(count) squares is \(try await collect(node))")
                    group.cancelAll()
                }
            }
        }
    }

    /// Ten messages wait on each side of a connection; whoever sends more waits, too.
    static func short(_ options: ZMQSocketOptions) -> ZMQSocketOptions {
        var options = options
        options.sendHighWaterMark = 10
        options.receiveHighWaterMark = 10
        return options
    }

    static func produce(_ node: ZMQNode) async throws {
        try await node.withPush(short(.push)) { push in
            try push.bind(.inproc(name: "numbers"))
            for number in 1...count { try await push.send(ZMQMultipart(utf8: "\(number)")) }
            print("the source has sent all")
        }
    }

    static func work(_ node: ZMQNode) async throws {
        try await node.withPull(short(.pull)) { pull in
            try await node.withPush(short(.push)) { push in
                try pull.connect(.inproc(name: "numbers"))
                try push.connect(.inproc(name: "squares"))
                for await message in pull.messages {
                    guard let number = Int(message.text(0)) else { continue }
                    try await push.send(ZMQMultipart(utf8: "\(number * number)"))
                }
            }
        }
    }

    static func collect(_ node: ZMQNode) async throws -> Int {
        try await node.withPull(short(.pull)) { pull in
            try pull.bind(.inproc(name: "squares"))
            var sum = 0
            for _ in 0..<count { sum += Int(try await pull.receive().text(0)) ?? 0 }
            return sum
        }
    }
}
