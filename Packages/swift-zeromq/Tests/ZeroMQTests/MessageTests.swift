import Synchronization
import Testing
import ZeroMQ

/// Messages that own their memory.
@Suite(.timeLimit(.minutes(10)))
struct MessageTests {
    @Test func `frames are kept apart, whatever their number and size`() {
        var message = ZMQMessage()
        for size in 0..<100 { message.append([UInt8](repeating: UInt8(size), count: size).span) }
        let (count, bytes) = (message.count, message.byteCount)
        #expect(count == 100)
        #expect(bytes == 4_950)
        for size in 0..<100 { #expect(message.frame(size) == [UInt8](repeating: UInt8(size), count: size)) }
        message.removeLast()
        message.prepend([7].span)
        #expect(message.count == 100)
        #expect(message.frame(0) == [7])
        #expect(message.size(of: 99) == 98)
        message.removeFirst()
        #expect((0..<message.count).map { message.size(of: $0) } == Array(0..<99))
    }

    @Test func `a frame is written where it is sent from, and what is left out is 0`() {
        var message = ZMQMessage()
        message.append(count: 4) { output in
            output.append(1)
            output.append(2)
        }
        #expect(message.frame(0) == [1, 2, 0, 0])
    }

    @Test func `memory that is lent arrives without a copy, and is given back once`() async throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_000, alignment: 1)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        // Nobody writes it any more.
        nonisolated(unsafe) let lent = UnsafeRawBufferPointer(memory)
        let returns = Returns()
        try await ZMQNode.withNode(name: "lending") { node in
            try await node.run { node in
                try await node.withPair { one in
                    try await node.withPair { other in
                        try one.bind(.inproc(name: "pair"))
                        try other.connect(.inproc(name: "pair"))
                        var sent = ZMQMessage([1])
                        sent.append(lending: lent) { returns.add() }
                        try await one.send(&sent)
                        var received = try await other.takeMessage()
                        let place = received.span(of: 1).withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
                        #expect(place == lent.baseAddress)
                        #expect(received.size(of: 1) == 100_000)
                        #expect(returns.count == 0)
                        received.removeLast()
                        #expect(returns.count == 1)
                    }
                }
                // What nobody takes is given back, too: by a message that is dropped, and by a socket that is closed.
                do {
                    var dropped = ZMQMessage()
                    for _ in 0..<10 { dropped.append(lending: lent) { returns.add() } }
                }
                #expect(returns.count == 11)
                try await node.withPush { push in
                    try push.connect(.inproc(name: "nobody"))
                    var waiting = ZMQMessage()
                    waiting.append(lending: lent) { returns.add() }
                    try await push.send(&waiting)
                    #expect(returns.count == 11)
                }
            }
        }
        #expect(returns.count == 12)
    }

    @Test(arguments: [0, 1, 33, 34, 1_024, 65_536, 1 << 20])
    func `a message arrives as it was sent, and leaves an empty one behind`(size: Int) async throws {
        try await withTemporaryDirectory { directory in
            try await ZMQNode.withNode(name: "message") { node in
                try await node.run { node in
                    try await node.withDealer { dealer in
                        try await node.withRouter { router in
                            try router.bind(.ipc(path: "\(directory)/m"))
                            try dealer.connect(.ipc(path: "\(directory)/m"))
                            let body = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
                            var sent = ZMQMessage([], body, Array("end".utf8))
                            try await dealer.send(&sent)
                            #expect(sent.count == 0)
                            var received = try await router.takeMessage(timeout: .seconds(60))
                            #expect(received.count == 4)
                            #expect(received.frame(2) == body)
                            #expect(received.property("Socket-Type") == "DEALER")
                            // Back with the name of the peer in front, without a copy.
                            try router.send(&received)
                            #expect(received.count == 0)
                            let answer = try await dealer.takeMessage(timeout: .seconds(60))
                            #expect(answer.count == 3)
                            #expect(answer.frame(1) == body)
                            #expect(answer.frame(2) == Array("end".utf8))
                        }
                    }
                }
            }
        }
    }

    @Test func `a message that is refused is as it was`() async throws {
        try await withOwner { owner in
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                var message = ZMQMessage([9, 9], [1], [2])
                let gone = #expect(throws: ZMQError.self) { try router.send(&message) }
                #expect(gone?.code == .peerGone)
                #expect(message.count == 3)
                #expect(message.frame(0) == [9, 9])
                #expect(message.frame(2) == [2])
                var short = ZMQMessage([1])
                let invalid = #expect(throws: ZMQError.self) { try router.send(&short) }
                #expect(invalid?.code == .invalidMessage)
                let push = try owner.node.makePush()
                let blocked = #expect(throws: ZMQError.self) { try push.send(&message) }
                #expect(blocked?.code == .wouldBlock)
                #expect(message.count == 3)
            }
        }
    }

    @Test func `a task that gives up sending has its message back`() async throws {
        try await ZMQNode.withNode(name: "refused") { node in
            try await node.run { node in
                try await node.withPush { push in
                    var message = ZMQMessage([1, 2, 3])
                    do {
                        try await push.send(&message, timeout: .milliseconds(1))
                        Issue.record("it was sent to nobody")
                    } catch {
                        #expect((error as? ZMQError)?.code == .timedOut)
                    }
                    #expect(message.frame(0) == [1, 2, 3])
                }
            }
        }
    }

    @Test func `too many frames are said, and the next message is whole`() async throws {
        try await withOwner { owner in
            try await owner.run { owner in
                var options = ZMQSocketOptions.pair
                options.maximumFrames = 2
                let (one, other) = (try owner.node.makePair(), try owner.node.makePair(options))
                try one.bind(.inproc(name: "frames"))
                try other.connect(.inproc(name: "frames"))
                try one.send(message("a", "b", "c", "d"))
                try one.send(message("e"))
                var seen: [String] = []
                while let message = try other.takeMessage() {
                    seen.append("\(message.count) \(message.isIncomplete)")
                }
                #expect(seen == ["2 true", "1 false"])
            }
        }
    }

    @Test func `what a peer says of itself can be read of its messages`() async throws {
        try await withOwner { owner in
            let received = Inlet<[String?]>()
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                let endpoint = try router.bind(.tcp(host: "127.0.0.1", port: 0), security: owner.guarded())
                owner.node.whenReadable(router) {
                    guard let message = try? router.takeMessage() else { return }
                    received.put(["X-Version", "Peer-Address", "User-Id", "X-Other"].map { message.property($0) })
                }
                var options = ZMQSocketOptions.dealer
                options.metadata = ["Version": "1.2: beta"]
                let dealer = try owner.node.makeDealer(options)
                try dealer.connect(endpoint)
                try dealer.send(message("x"))
                owner.keep(dealer)
            }
            #expect(try await received.next() == ["1.2: beta", "127.0.0.1", "test", nil])
        }
    }
}

/// Counts what was given back, on any thread.
private final class Returns: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add() { number.withLock { $0 += 1 } }
}
