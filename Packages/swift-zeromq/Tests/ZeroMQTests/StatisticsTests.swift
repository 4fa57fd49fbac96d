import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct StatisticsTests {
    @Test func `a node counts what it has sent and received, and knows what is open`() async throws {
        try await ZMQNode.withNode(name: "statistics") { node in
            try await node.run { node in
                #expect(node.statistics.openSockets == 0)
                try await node.withPair { one in
                    try await node.withPair { other in
                        try one.bind(.inproc(name: "pair"))
                        try other.connect(.inproc(name: "pair"))
                        for _ in 0..<10 {
                            try await one.send(message("a", "b"))
                            _ = try await other.receive()
                            var owning = ZMQMessage([1])
                            try await other.send(&owning)
                            _ = try await one.takeMessage()
                        }
                        _ = try? await one.receive(timeout: .milliseconds(1))
                        var refused = ZMQMessage()
                        #expect(throws: ZMQError.self) { try one.send(&refused) }
                        let statistics = node.statistics
                        #expect(statistics.messagesSent == 20)
                        #expect(statistics.messagesReceived == 20)
                        #expect(statistics.openSockets == 2)
                        #expect(statistics.waitingTasks == 0)
                        #expect(statistics.waits > 0)
                        #expect(statistics.turns >= statistics.waits)
                    }
                }
                #expect(node.statistics.openSockets == 0)
            }
        }
    }

    @Test func `a socket counts its own messages and bytes, and what was refused`() async throws {
        try await ZMQNode.withNode(name: "statistics") { node in
            try await node.run { node in
                try await node.withPush { push in
                    try await node.withPull { pull in
                        #expect(throws: ZMQError.self) { try push.send(message("nobody is there")) }
                        try pull.bind(.inproc(name: "pull"))
                        try push.connect(.inproc(name: "pull"))
                        try await push.send(message("ab", "c"))
                        var owning = ZMQMessage([1, 2], [])
                        try await push.send(&owning)
                        _ = try await pull.receive()
                        _ = try await pull.takeMessage()
                        #expect(push.statistics.messagesSent == 2)
                        #expect(push.statistics.bytesSent == 5)
                        #expect(push.statistics.sendsRefused == 1)
                        #expect(pull.statistics.messagesReceived == 2)
                        #expect(pull.statistics.bytesReceived == 5)
                        #expect(pull.statistics.messagesSent == 0)
                        push.close()
                        #expect(push.statistics.messagesSent == 2)
                    }
                }
            }
        }
    }
}
