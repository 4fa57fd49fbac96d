import TestKit
import Testing
import WireJSON
import ZeroMQ

@testable import WorkerEngine

@Suite struct EnvelopeTests {
    private let bench: EngineBench

    init() throws {
        bench = try EngineBench()
    }

    /// A request of a peer with frames between the routing id and the JSON.
    private func request(_ address: [[UInt8]], _ text: String, attachments: [[UInt8]] = []) -> ZMQMultipart {
        var message = ZMQMultipart([1])
        for frame in address + [Array(text.utf8)] + attachments { message.append(frame) }
        return message
    }

    /// The frames before the JSON of the answer to one message, and why it was refused; `nil` when nothing answers it.
    private func reply(to message: ZMQMultipart) -> (head: [[UInt8]], frames: Int)? {
        let engine = bench.engine
        engine.take(message)
        engine.commit()
        defer {
            engine.endIteration()
            engine.endTick()
        }
        guard engine.answerCount > 0 else { return nil }
        let answer = engine.answer(0)
        return ((0..<answer.count - 1).map { answer.frame($0) }, answer.count)
    }

    private static let addresses: [[[UInt8]]] = [
        // A DEALER, a REQ, a REQ that correlates, and what one, two and eight brokers make of it.
        [],
        [[]],
        [[0x7B, 2, 3, 4], []],
        [[0, 1, 2, 3, 4], [9, 9, 9, 9], []],
        [Array("client".utf8), [0], Array(repeating: 7, count: 255), []],
        (1...8).map { [$0] } + [[]],
    ]

    @Test(arguments: addresses)
    func `an answer goes back by the address that the request had`(address: [[UInt8]]) throws {
        let answer = try #require(reply(to: request(address, bench.get())))
        #expect(answer.head == [[1]] + address)
        #expect(answer.frames == address.count + 2)
        #expect(try bench.iterate([request(address, bench.add(1, key: "same"))])[0]?.reason == nil)
    }

    @Test func `the address is no part of what is asked for`() throws {
        let replies = try Self.addresses.map { address in
            try bench.iterate([request(address, bench.add(5, key: "k"), attachments: [[1], [], [2]])])[0]
        }
        // The first has no empty frame of its own: the one of the attachments ends its address.
        #expect(replies[0]?.reason == "PARSE_ERROR")
        #expect(replies.dropFirst().allSatisfy { $0?.result?.integer == 5 })
        #expect(bench.published.count == 1)
    }

    @Test func `an address of more than eight frames is refused, and the refusal finds its way`() throws {
        let address: [[UInt8]] = (1...9).map { [$0] } + [[]]
        #expect(reply(to: request(address, bench.get()))?.head == [[1]] + address)
        #expect(try bench.iterate([request(address, bench.get())])[0]?.reason == "PAYLOAD_TOO_LARGE")
    }

    @Test func `a frame that is too large for an address is not sent back`() throws {
        let json = bench.get() + String(repeating: " ", count: 256)
        let message = request([], json, attachments: [[1], []])
        #expect(reply(to: message)?.head == [[1]])
        #expect(try bench.iterate([message])[0]?.reason == "INVALID_REQUEST")
    }

    @Test func `a probe is passed over in silence, through brokers too, and JSON with an empty attachment is not`()
        throws
    {
        for address in Self.addresses.dropFirst() where address.first != [0x7B, 2, 3, 4] {
            var probe = ZMQMultipart([1])
            for frame in address { probe.append(frame) }
            #expect(reply(to: probe) == nil)
        }
        #expect(reply(to: request([], bench.get(), attachments: [[]])) != nil)
    }

    @Test func `frames are counted behind the address`() throws {
        let attachments = [[UInt8]](repeating: [1], count: 7)
        for address in Self.addresses {
            #expect(try bench.iterate([request(address, bench.get(), attachments: attachments)])[0]?.reason == nil)
            let over = try bench.iterate([request(address, bench.get(), attachments: attachments + [[1]])])
            #expect(over[0]?.reason == "PAYLOAD_TOO_LARGE")
        }
    }

    @Test func `what is done in the background is answered by the same address`() throws {
        let bench = try ShelfBench()
        _ = try bench.one(bench.call("add", "a"))
        let address: [[UInt8]] = [[0, 1, 2, 3, 4], [5], []]
        #expect(try bench.iterate([request(address, bench.call("count", "a"))])[0] == nil)
        let job = try #require(bench.started.first)
        job.work()
        bench.engine.finish(job.id)
        bench.engine.commit()
        let answer = bench.engine.answer(0)
        #expect((0..<4).map { answer.frame($0) } == [[1]] + address)
        #expect(answer.count == 6 && answer.text(5) == "a")
    }
}
