import Testing
import ZeroMQ
import ZeroMQPatterns

/// What a server remembers, so that each request is done once.
@Suite struct AnswerMemoryTests {
    private let start = SuspendingClock().now

    private func request(_ body: String, key: String) throws -> RoutedRequest {
        try #require(RoutedRequest(ZMQMultipart(utf8: "peer", "", "1", key, body)))
    }

    private func done(_ text: String) -> RequestAnswer { .done(ZMQMultipart(utf8: text)) }

    @Test(arguments: [RequestAnswer.done(ZMQMultipart(utf8: "a")), .refused(ZMQMultipart(utf8: "no"))])
    func `what was done or refused is answered again, and not done again`(answer: RequestAnswer) throws {
        var memory = AnswerMemory()
        #expect(memory.answer(to: try request("x", key: "k")) { answer } == answer)
        #expect(memory.answer(to: try request("x", key: "k")) { done("again") } == answer)
        #expect(memory.answer(to: try request("x", key: "other")) { done("other") } == done("other"))
    }

    @Test(arguments: [RequestAnswer.later(after: .zero), .elsewhere([]), .failed(ZMQMultipart())])
    func `what may be tried again is`(answer: RequestAnswer) throws {
        var memory = AnswerMemory()
        #expect(memory.answer(to: try request("x", key: "k")) { answer } == answer)
        #expect(memory.answer(to: try request("x", key: "k")) { done("again") } == done("again"))
    }

    @Test func `work that throws is not remembered`() throws {
        var memory = AnswerMemory()
        let asked = try request("x", key: "k")
        #expect(throws: CancellationError.self) { try memory.answer(to: asked) { throw CancellationError() } }
        #expect(memory.answer(to: asked) { done("a") } == done("a"))
    }

    @Test func `a request without a key is done each time`() throws {
        var memory = AnswerMemory()
        for text in ["a", "b"] {
            #expect(memory.answer(to: try request("x", key: "")) { done(text) } == done(text))
        }
        #expect(memory.count == 0)
    }

    @Test func `a key that is used for something else is refused`() throws {
        var memory = AnswerMemory()
        _ = memory.answer(to: try request("x", key: "k")) { done("a") }
        guard case .refused = memory.answer(to: try request("y", key: "k"), { done("b") }) else {
            Issue.record("it was done")
            return
        }
    }

    @Test func `who asks again while it is worked on is put off`() throws {
        var memory = AnswerMemory()
        let asked = try request("x", key: "k")
        #expect(memory.begin(asked) == nil)
        guard case .later = memory.begin(asked) else {
            Issue.record("it was begun twice")
            return
        }
        memory.finish(asked, with: done("a"))
        #expect(memory.begin(asked) == done("a"))
    }

    @Test func `an answer is kept for its time, and none is forgotten early for want of room`() throws {
        var memory = AnswerMemory(keepingFor: .seconds(60), atMost: 2)
        func at(_ seconds: Int) -> SuspendingClock.Instant { start.advanced(by: .seconds(seconds)) }
        for (key, second) in [("a", 0), ("b", 30)] {
            _ = memory.answer(to: try request("x", key: key), now: at(second)) { done(key) }
        }
        let third = try request("x", key: "c")
        #expect(memory.answer(to: third, now: at(59)) { done("c") } == .later(after: .seconds(1)))
        #expect(memory.answer(to: try request("x", key: "a"), now: at(59)) { done("again") } == done("a"))
        #expect(memory.answer(to: third, now: at(60)) { done("c") } == done("c"))
        #expect(memory.count == 2)
    }

    // MARK: What travels

    @Test(
        arguments: [
            .done(ZMQMultipart()), .done(ZMQMultipart([], [1])), .refused(ZMQMultipart(utf8: "a")),
            .failed(ZMQMultipart(utf8: "a", "b")), .elsewhere([]), .elsewhere(["tcp://a:1", "tcp://b:1"]),
            .later(after: .zero), .later(after: .milliseconds(1_500)),
        ] as [RequestAnswer]
    )
    func `an answer goes back to who asked, with the name of the request`(answer: RequestAnswer) throws {
        let message = try request("x", key: "k").reply(answer)
        #expect((0..<3).map { message.text($0) } == ["peer", "", "1"])
        #expect(message.text(3) == "\(answer)".prefix { $0 != "(" })
    }

    @Test(arguments: [[], ["peer"], ["peer", ""], ["peer", "", "1"], ["peer", "1", "2", "3"]])
    func `what is no request is not read as one`(frames: [String]) {
        var message = ZMQMultipart()
        for frame in frames { message.append(utf8: frame) }
        #expect(RoutedRequest(message) == nil)
    }

    @Test func `a request may have come through proxies`() throws {
        let request = try #require(RoutedRequest(ZMQMultipart(utf8: "proxy", "peer", "", "1", "", "", "body")))
        #expect(request.key == nil && request.body == ZMQMultipart(utf8: "", "body"))
        #expect(request.reply(.done(ZMQMultipart())) == ZMQMultipart(utf8: "proxy", "peer", "", "1", "done"))
    }
}
