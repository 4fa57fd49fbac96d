import CZMQ
import Testing

@testable import ZeroMQ

/// What all sockets of a node share.
@Suite(.timeLimit(.minutes(10)))
struct ContextOptionTests {
    @Test func `every option is what libzmq says it is`() async throws {
        var options = ZMQContextOptions()
        options.ioThreads = 3
        options.maximumSockets = 17
        options.sharesReceivedMemory = false
        options.processors = [0]
        try await ZMQNode.withNode(name: "options", options: options) { node in
            try await node.run { node in
                let read = try [ZMQ_IO_THREADS, ZMQ_MAX_SOCKETS, CInt(CZMQ_ZERO_COPY_RECV)].map { option in
                    let context = try #require(unsafe node.context)
                    return unsafe CZMQ_context_get(context, option)
                }
                #expect(read == [3, 17, 0])
            }
        }
    }

    @Test func `one socket more than there may be is refused, and the others work`() async throws {
        var options = ZMQContextOptions()
        options.maximumSockets = 2
        try await ZMQNode.withNode(name: "options", options: options) { node in
            try await node.run { node in
                try await node.withPair { one in
                    try await node.withPair { other in
                        let error = #expect(throws: ZMQError.self) { try node.makePair() }
                        #expect(error?.code == .tooManyOpenFiles)
                        try one.bind(.inproc(name: "two"))
                        try other.connect(.inproc(name: "two"))
                        try await one.send(ZMQMultipart(utf8: "x"))
                        #expect(try await other.receive().text(0) == "x")
                    }
                }
            }
        }
    }

    @Test(arguments: [0, 65_536])
    func `a number of sockets out of range is refused`(count: Int) async {
        let options = ZMQContextOptions.with { $0.maximumSockets = count }
        let error = await #expect(throws: ZMQError.self) {
            try await ZMQNode.withNode(name: "options", options: options) { _ in }
        }
        #expect(error?.code == .invalidOption)
    }

    @Test func `a processor that there is not is refused`() async {
        let options = ZMQContextOptions.with { $0.processors = [-1] }
        let error = await #expect(throws: ZMQError.self) {
            try await ZMQNode.withNode(name: "options", options: options) { _ in }
        }
        #expect(error?.code == .invalidOption)
    }
}
