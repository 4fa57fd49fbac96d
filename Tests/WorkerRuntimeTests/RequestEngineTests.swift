import Journal
import Messages
import TestKit
import Testing
import WireJSON
import WorkerEngine
import ZeroMQ

@Suite struct RequestEngineTests {
    @Test func `an iteration's requests see each other in the order they came`() throws {
        let bench = try EngineBench()
        let replies = try bench.iterate(bench.add(5, id: 1), bench.get(id: 2), bench.add(-3, id: 3), bench.get(id: 4))
        #expect(replies.map { $0?.result?.integer } == [5, 5, 2, 2])
        #expect(replies.map { $0?["meta"]?["sequence"]?.integer } == [1, 1, 2, 2])
        #expect(bench.published.map(\.sequence) == [1, 2])
        #expect(bench.published.map(\.previousSequence) == [nil, 1])
    }

    @Test func `the same key has one effect and one result, in one iteration and across iterations`() throws {
        let bench = try EngineBench()
        let same = try bench.iterate(bench.add(5, id: 1, key: "k"), bench.add(5, id: 2, key: "k"))
        #expect(same.map { $0?.result?.integer } == [5, 5])
        #expect(same[1]?["meta"]?["replayed"]?.boolean == true)
        _ = try bench.one(bench.add(7))
        let later = try bench.one(bench.add(5, id: 9, key: "k"))
        #expect(later?.result?.integer == 5)
        #expect(later?["id"]?.integer == 9)
        #expect(later?["meta"]?["replayed"]?.boolean == true)
        #expect(later?["meta"]?["sequence"]?.integer == 1)
        #expect(try bench.one(bench.get())?.result?.integer == 12)
    }

    @Test func `a repeat of what has no event names the position of the first time, whatever came in between`() throws {
        let bench = try EngineBench()
        _ = try bench.one(bench.add(1))
        let still = bench.add(0, key: "k")
        let same = try bench.iterate(still, bench.add(2), still)
        #expect(same.map { $0?["meta"]?["sequence"]?.integer } == [1, 2, 1])
        let other = bench.add(0, key: "l")
        let between = try bench.iterate(bench.add(3), other, bench.add(4), other)
        #expect(between.map { $0?["meta"]?["sequence"]?.integer } == [3, 3, 4, 3])
        let later = try bench.iterate(still, other)
        #expect(later.map { $0?["meta"]?["sequence"]?.integer } == [1, 3])
    }

    @Test func `a key with other content is refused, in one iteration and across iterations`() throws {
        let bench = try EngineBench()
        let replies = try bench.iterate(bench.add(5, key: "k"), bench.add(6, key: "k"))
        #expect(replies[1]?.reason == "IDEMPOTENCY_KEY_REUSED")
        #expect(try bench.one(bench.add(6, key: "k"))?.reason == "IDEMPOTENCY_KEY_REUSED")
        #expect(try bench.one(bench.get())?.result?.integer == 5)
    }

    @Test func `the order of params does not make other content`() throws {
        let bench = try EngineBench()
        func text(_ params: String) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"counter.add","params":\#(params),"meta":{"idempotencykey":"k"}}"#
        }
        _ = try bench.one(text(#"{"amount":1,"note":"a"}"#))
        #expect(try bench.one(text(#"{ "note" : "\u0061", "amount":1}"#))?["meta"]?["replayed"]?.boolean == true)
        #expect(try bench.one(text(#"{"amount":1}"#))?.reason == "IDEMPOTENCY_KEY_REUSED")
    }

    @Test func `a refused key may succeed later`() throws {
        let bench = try EngineBench()
        #expect(try bench.one(bench.add(-1, key: "k"))?.reason == "INSUFFICIENT_STOCK")
        _ = try bench.one(bench.add(1))
        #expect(try bench.one(bench.add(-1, key: "k"))?.result?.integer == 0)
    }

    @Test func `keys, state and numbers survive a restart`() throws {
        let first = try EngineBench()
        _ = try first.iterate(first.add(5, key: "k"), first.add(2))
        first.journal.close()
        let second = try EngineBench(directory: first.directory)
        #expect(try second.one(second.add(5, key: "k"))?["meta"]?["replayed"]?.boolean == true)
        #expect(try second.one(second.add(1))?.result?.integer == 8)
        #expect(second.published.map(\.sequence) == [3])
        #expect(second.published.map(\.previousSequence) == [2])
    }

    @Test(arguments: [("caf\u{E9}", "cafe\u{301}"), ("\u{D55C}", "\u{1112}\u{1161}\u{11AB}")])
    func `keys are compared byte for byte, in one iteration too`(first: String, second: String) throws {
        let bench = try EngineBench()
        let replies = try bench.iterate(bench.add(1, id: 1, key: first), bench.add(1, id: 2, key: second))
        #expect(replies.map { $0?.result?.integer } == [1, 2])
        #expect(replies[1]?["meta"]?["replayed"] == nil)
    }

    @Test func `a write under a wrong clock dates no later one, not even across a restart`() throws {
        let first = try EngineBench()
        let right = first.clock.moment.wall
        first.clock.moment.wall += 400 * 86_400_000
        _ = try first.one(first.add(1))
        first.clock.moment.wall = right
        _ = try first.one(first.add(1))
        #expect(first.published.map(\.time) == [right + 400 * 86_400_000, right])
        first.clock.moment.wall += 400 * 86_400_000
        _ = try first.one(first.add(1))
        first.journal.close()
        let second = try EngineBench(directory: first.directory)
        _ = try second.one(second.add(1))
        #expect(second.published.map(\.time) == [right])
    }

    @Test func `a wall clock that jumps neither forgets young keys nor keeps old ones`() throws {
        let week = 7 * 86_400_000
        let bench = try EngineBench(retainedEvents: 0)
        func isKnown(_ key: String) throws -> Bool {
            try bench.one(bench.add(1, key: key))?["meta"]?["replayed"]?.boolean == true
        }
        _ = try bench.one(bench.add(1, key: "before"))
        #expect(!bench.engine.ledger.prune())
        bench.clock.moment.wall += 52 * week
        _ = try bench.one(bench.add(1, key: "in the future"))
        bench.clock.uptime += week - 1
        #expect(!bench.engine.ledger.prune())
        #expect(try isKnown("before") && isKnown("in the future"))
        bench.clock.moment.wall -= 52 * week
        bench.clock.uptime += week
        #expect(!bench.engine.ledger.prune())
        #expect(try !isKnown("before") && !isKnown("in the future"))
    }

    @Test func `an id that no event may carry is left out of its events`() throws {
        let bench = try EngineBench()
        let text = #"{"jsonrpc":"2.0","id":"a\u0000b","method":"counter.add","params":{"amount":1}}"#
        #expect(try bench.one(text)?["id"]?.string == "a\u{0}b")
        #expect(bench.published.first?.causationID == nil)
    }

    @Test func `work whose time is over is not begun`() throws {
        let bench = try EngineBench()
        let reply = try bench.one(bench.add(5, key: "k", meta: #""timeoutms":0"#))
        #expect(reply?.reason == "DEADLINE_EXCEEDED")
        #expect(reply?.outcome == "not_applied")
        #expect(try bench.one(bench.get())?.result?.integer == 0)
    }

    @Test func `a read that is to see more than there is is refused, and answered when it is there`() throws {
        let bench = try EngineBench()
        let read = #"{"jsonrpc":"2.0","id":1,"method":"counter.get","meta":{"atleast":1}}"#
        #expect(try bench.one(read)?.reason == "BEHIND")
        _ = try bench.one(bench.add(5, key: "k"))
        #expect(try bench.one(read)?.result?.integer == 5)
    }

    @Test func `a notification is never answered, and changes nothing`() throws {
        let bench = try EngineBench()
        let write = #"{"jsonrpc":"2.0","method":"counter.add","params":{"amount":5}}"#
        let read = #"{"jsonrpc":"2.0","method":"counter.get"}"#
        let unknown = #"{"jsonrpc":"2.0","method":"counter.fly"}"#
        #expect(try bench.iterate(write, read, unknown).allSatisfy { $0 == nil })
        #expect(try bench.one("[\(write),\(read)]") == nil)
        #expect(try bench.one(bench.get())?.result?.integer == 0)
        let stats = try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"service.stats"}"#)
        #expect(stats?.result?["refusednotifications"]?.integer == 2)
    }

    @Test func `a service says where it can be reached`() throws {
        let bench = try EngineBench()
        bench.engine.standard.endpoints = (rpc: ["ipc:///a.rpc", "tcp://[::1]:1"], events: ["ipc:///a.events"])
        let info = try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"service.info"}"#)
        let endpoints = info?.result?["endpoints"]
        #expect(endpoints?["rpc"]?.elements.map(\.string) == ["ipc:///a.rpc", "tcp://[::1]:1"])
        #expect(endpoints?["events"]?.elements.map(\.string) == ["ipc:///a.events"])
    }

    @Test func `a service says whether it publishes, which events, and what its document is`() throws {
        let info = try EngineBench().one(#"{"jsonrpc":"2.0","id":1,"method":"service.info"}"#)?.result
        #expect(info?["stream"]?.boolean == true)
        #expect(info?["events"]?.elements.map(\.string) == [StockChanged.type])
        // Of {}.
        #expect(info?["contract"]?.isString("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a") == true)
        #expect(info?["runtime"]?.string == ServiceIdentity.suiteVersion)
    }

    @Test func `calls are counted by method, and refusals by reason as well`() throws {
        let bench = try EngineBench()
        for amount in [5, -9, -9] { _ = try bench.one(bench.add(amount)) }
        let stats = try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"service.stats"}"#)
        let method = stats?.result?["methods"]?["counter.add"]
        #expect(method?["count"]?.integer == 3)
        #expect(method?["errors"]?.members.map(\.name) == ["INSUFFICIENT_STOCK"])
        #expect(method?["errors"]?["INSUFFICIENT_STOCK"]?.integer == 2)
    }

    @Test func `a batch is answered in order, each with its own outcome`() throws {
        let bench = try EngineBench()
        let note = #"{"jsonrpc":"2.0","method":"counter.get"}"#
        let reply = try #require(
            try bench.one("[\(bench.add(5, id: 1)),\(bench.add(-9, id: 2)),\(note),7,\(bench.get(id: 3))]")
        )
        #expect(reply.count == 4)
        #expect(reply[0]?.result?.integer == 5)
        #expect(reply[1]?.reason == "INSUFFICIENT_STOCK")
        #expect(reply[2]?.reason == "INVALID_REQUEST" && reply[2]?["id"]?.isNull == true)
        #expect(reply[3]?.result?.integer == 5)
    }

    @Test func `a read of the past sees what its own batch wrote`() throws {
        let bench = try EngineBench()
        let entries = #"{"jsonrpc":"2.0","id":2,"method":"counter.entries"}"#
        let reply = try #require(try bench.one("[\(bench.add(1)),\(entries),\(bench.add(1)),\(entries)]"))
        #expect(reply[1]?.result?.integer == 1)
        #expect(reply[3]?.result?.integer == 2)
    }

    @Test func `too many requests of one peer are refused, each under its id`() throws {
        var limits = WorkerLimits()
        limits.requestsPerPeer = 3
        let bench = try EngineBench(limits: limits)
        let batch = "[\(bench.add(1, id: 1)),\(bench.add(1, id: 2))]"
        let replies = try bench.iterate(batch, batch)
        #expect(replies[0]?[1]?.result?.integer == 2)
        #expect(replies[1]?[0]?.reason == "OVERLOADED" && replies[1]?[1]?["id"]?.integer == 2)
        #expect(replies[1]?[0]?["error"]?["data"]?["retryafterms"]?.integer != nil)
        #expect(try bench.one(bench.get())?.result?.integer == 2)
    }

    @Test func `frames over the limit are refused, and as many as it says are not`() throws {
        let bench = try EngineBench()
        let text = Array(bench.get().utf8)
        var eight = ZMQMultipart([1], [], text)
        for _ in 0..<7 { eight.append([0]) }
        var nine = eight
        nine.append([0])
        let large = ZMQMultipart([1], [], Array(repeating: UInt8(ascii: " "), count: 256 * 1024 + 1))
        let bare = ZMQMultipart([1])
        let replies = try bench.iterate([nine, large, bare])
        #expect(replies.map { $0?.reason } == ["PAYLOAD_TOO_LARGE", "PAYLOAD_TOO_LARGE", "PARSE_ERROR"])
        #expect(replies.allSatisfy { $0?["id"]?.isNull == true })
        #expect(try bench.iterate([eight])[0]?.result?.integer == 0)
    }

    @Test func `a draining service refuses work and still says how it is`() throws {
        let bench = try EngineBench()
        bench.engine.admission.isDraining = true
        #expect(try bench.one(bench.add(1))?.reason == "UNAVAILABLE")
        #expect(try bench.one(bench.get())?.reason == "UNAVAILABLE")
        let health = try bench.one(#"{"jsonrpc":"2.0","id":1,"method":"service.health"}"#)
        #expect(health?.result?["status"]?.string == "NOT_SERVING")
    }
}
