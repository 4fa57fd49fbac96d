import Journal
import Messages
import Testing
import WireJSON

@testable import WorkerEngine

/// The replies of an iteration, until they are sent.
@Suite struct ResponsesTests {
    private let parts: EngineParts

    init() throws {
        parts = try EngineParts()
    }

    private func responses(frameBytes: Int = 1 << 20) -> Responses {
        var limits = WorkerLimits()
        limits.frameBytes = frameBytes
        var responses = Responses(ReplyWriter(source: "/juice-service"), limits: limits)
        responses.result.string("done")
        return responses
    }

    private func answer(_ index: Int, of responses: inout Responses) throws -> (JSONNode, frames: Int) {
        var (text, frames): ([UInt8], Int) = ([], 0)
        responses.withAnswer(index) { _, json, attachments in
            text = json.withUnsafeBufferPointer { Array($0) }
            frames = 2 + attachments.count
        }
        return (try JSONReader().read(text), frames)
    }

    @Test func `a failed commit refuses what depended on it, and nothing else`() throws {
        var responses = responses()
        let subject = try parts.call("counter.get").subject
        responses.reply(to: subject, .applied, sequence: 1)
        responses.settle()
        for standing in [Responses.Standing.settled, .undecided, .applied] {
            responses.reply(to: subject, standing, sequence: 2)
        }
        responses.takeBack(because: StorageError(.commitUnknown, "lost"), sequence: 1)
        #expect(responses.slots.map(\.failure) == [nil, nil, "STORAGE_UNAVAILABLE", "COMMIT_UNKNOWN"])
        responses.takeBack(because: StorageError(.full, "full"), sequence: 1)
        #expect(responses.slots.map(\.failure) == [nil, nil, "STORAGE_UNAVAILABLE", "COMMIT_UNKNOWN"])
    }

    @Test func `a read that does not fit into the reply to its batch is refused, one alone is not`() throws {
        var responses = responses(frameBytes: 400)
        let batched = try parts.call("counter.get", batchStart: responses.end.byte)
        try responses.checkRoom(for: batched)
        try responses.checkResult(of: batched)
        responses.result.removeAll()
        responses.result.string(String(repeating: "x", count: 300))
        try responses.checkRoom(for: batched)
        #expect(throws: RPCError.self) { try responses.checkResult(of: batched) }
        try responses.checkResult(of: try parts.call("counter.get"))
    }

    @Test func `the replies to a batch are one array, and a refusal loses its attachments`() throws {
        var responses = responses()
        let subject = try parts.call("counter.get").subject
        for _ in 0..<2 { responses.reply(to: subject, .settled, sequence: nil) }
        responses.answer(
            from: 0,
            to: [1],
            isBatch: true,
            attachments: []
        )
        responses.reply(to: subject, .undecided, sequence: nil)
        responses.answer(
            from: 2,
            to: [2],
            isBatch: false,
            attachments: [[7]]
        )
        #expect(try answer(0, of: &responses).0.elements.map { $0["result"]?.string } == ["done", "done"])
        #expect(try answer(1, of: &responses).frames == 3)
        responses.takeBack(because: StorageError(.full, "full"), sequence: nil)
        #expect(try answer(1, of: &responses).frames == 2)
    }

    @Test func `a notification has no reply, and no message answers it`() throws {
        var responses = responses()
        responses.reply(to: try parts.call("counter.get", #""params":{}"#).subject, .settled, sequence: nil)
        responses.answer(
            from: 0,
            to: [1],
            isBatch: false,
            attachments: []
        )
        #expect(responses.slots.isEmpty && responses.answers.isEmpty)
    }
}
