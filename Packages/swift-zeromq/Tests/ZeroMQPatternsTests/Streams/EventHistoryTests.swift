import Testing
import ZeroMQ
import ZeroMQPatterns

/// What a publisher keeps and answers.
@Suite struct EventHistoryTests {
    private func history(_ count: Int, keeping limit: Int = 100, payload: Int = 1) -> EventHistory {
        var history = EventHistory(of: "stock/", epoch: "e", keeping: limit)
        for number in 0..<count {
            _ = history.publish("mango", payload: Array(repeating: UInt8(number & 0xFF), count: payload))
        }
        return history
    }

    private func replay(_ history: EventHistory, _ question: String...) throws -> RequestAnswer? {
        var message = ZMQMultipart(utf8: "peer", "", "1", "")
        for frame in question { message.append(utf8: frame) }
        return history.replay(try #require(RoutedRequest(message)))
    }

    @Test func `events are numbered, and their topics begin with the name`() {
        var history = EventHistory(of: "stock/", epoch: "e")
        #expect(history.newest == 0 && history.oldest == 1)
        #expect(history.heartbeat == ZMQMultipart(utf8: "stock/", "e", "0"))
        #expect(history.publish("mango", payload: Array("3".utf8)) == ZMQMultipart(utf8: "stock/mango", "e", "1", "3"))
        #expect(history.publish("stock/kiwi", payload: []) == ZMQMultipart(utf8: "stock/kiwi", "e", "2", ""))
        #expect(history.heartbeat == ZMQMultipart(utf8: "stock/", "e", "2"))
    }

    @Test func `no two streams have the same epoch`() {
        #expect(EventHistory(of: "a").epoch != EventHistory(of: "a").epoch)
    }

    @Test func `whoever joins is told how far it is, and nobody else`() {
        let history = history(3)
        func marker(_ topic: String, isSubscribed: Bool = true) -> ZMQMultipart? {
            history.marker(for: ZMQSubscription(topic: Array(topic.utf8), isSubscribed: isSubscribed).message)
        }
        #expect(marker("~sync/7") == ZMQMultipart(utf8: "~sync/7", "e", "3"))
        #expect(marker("~sync/7", isSubscribed: false) == nil)
        #expect(marker("stock/") == nil)
        #expect(history.marker(for: ZMQMultipart(utf8: "~sync/7")) == nil)
    }

    @Test func `the past is answered as far as is asked for, kept, and fits`() throws {
        let kept = history(10, keeping: 4)
        #expect(kept.oldest == 7)
        let all = ZMQMultipart(utf8: "e", "10", "all", "stock/mango", "\u{8}", "stock/mango", "\u{9}")
        #expect(try replay(kept, "replay", "stock/", "8", "5") == .done(all))
        let some = ZMQMultipart(utf8: "e", "7", "more", "stock/mango", "\u{6}")
        #expect(try replay(kept, "replay", "stock/", "6", "1") == .done(some))
        #expect(try replay(kept, "replay", "stock/", "5", "1") == .refused(ZMQMultipart(utf8: "truncated", "7")))
        for after in ["10", "11", "\(Int.max)"] {
            #expect(try replay(kept, "replay", "stock/", after, "1") == .done(ZMQMultipart(utf8: "e", "10", "all")))
        }
        // As many as have a MiB together, and one that has more in any case.
        let large = history(3, payload: 500_000)
        guard case .done(let page) = try replay(large, "replay", "stock/", "0", "9") else {
            Issue.record("no page")
            return
        }
        #expect(page.count == 3 + 2 * 2 && page.text(1) == "2" && page.text(2) == "more")
        guard case .done(let one) = try replay(history(2, payload: 2_000_000), "replay", "stock/", "0", "9") else {
            Issue.record("no page")
            return
        }
        #expect(one.count == 3 + 2)
    }

    @Test(
        arguments: [
            [], ["replay"], ["replay", "other/", "0", "1"], ["play", "stock/", "0", "1"],
            ["replay", "stock/", "-1", "1"],
            ["replay", "stock/", "0", "0"], ["replay", "stock/", "x", "1"], ["replay", "stock/", "0", "1", "2"],
        ]
    )
    func `what is no request for its past is left to others`(question: [String]) throws {
        var message = ZMQMultipart(utf8: "peer", "", "1", "")
        for frame in question { message.append(utf8: frame) }
        #expect(history(3).replay(try #require(RoutedRequest(message))) == nil)
    }
}
