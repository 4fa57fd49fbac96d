import Journal
import Messages
import TestKit
import Testing
import WireJSON

@testable import WorkerEngine

/// The rules that the engine holds a service to whose author need not know them.
@Suite struct RulesTests {
    private typealias Bench = IterationBench<StrangerService>

    /// The text that the caller gives.
    private static func text(_ params: JSONNode?) -> String { params?["text"]?.string ?? "" }

    @Test func `a write that throws has changed nothing in memory, the others of its iteration have`() throws {
        let service = StrangerService { params, state, _, result throws(RPCError) in
            state[Self.text(params), default: 0] += 1
            guard Self.text(params) != "bad" else { throw RPCError(.invalidRequest, "no") }
            result.integer(1)
        }
        let bench = try Bench(service)
        let replies = try bench.iterate(Bench.call("a"), Bench.call("bad"), Bench.call("a"), Bench.call("bad"))
        #expect(replies.map { $0?.reason } == [nil, "INVALID_REQUEST", nil, "INVALID_REQUEST"])
        #expect(try bench.state() == "a2")
        bench.journal.failure = StorageError(.full, "full")
        _ = try bench.iterate(Bench.call("b"), Bench.call("bad"), Bench.call("c"))
        #expect(try bench.state() == "a2")
    }

    @Test(
        arguments: [
            RPCError(.commitUnknown, "who knows"), RPCError(.unavailable, "not now"), RPCError(.notActive, "elsewhere"),
            RPCError(ErrorReason("BEHIND", code: 7, status: 409, "a word of the engine"), ""),
            RPCError(ErrorReason("OWN", code: -1, status: 409, "a number of the engine"), ""),
            RPCError(ErrorReason("OWN", code: 1, status: 200, "a success"), ""), RPCError(.internal, "a secret"),
        ]
    )
    func `what only the engine may say is INTERNAL when a service says it, and in the log`(error: RPCError) throws {
        let reading = Method<StrangerService.State>(
            "stranger.read",
            "Reads.",
            .read { _, _, _, _ throws(RPCError) in throw error }
        )
        let preparing = Method<StrangerService.State>(
            "stranger.prepare",
            "Prepares.",
            .writeWithJob { _, _, _, _ throws(RPCError) in BackgroundJob { () throws(RPCError) in throw error } }
        )
        let service = StrangerService(methods: [reading, preparing]) { _, _, _, _ throws(RPCError) in throw error }
        let bench = try Bench(service)
        for method in ["stranger.read", "stranger.write"] {
            bench.engine.take(Bench.message(Bench.call("", method: method)))
            #expect(bench.engine.ledger.faults.contains { $0.hasPrefix("\(method) ") && $0.hasSuffix(error.detail) })
            let reply = try bench.one(Bench.call("", method: method))
            #expect(reply?.reason == "INTERNAL")
            #expect(reply?["error"]?["data"]?["detail"]?.string?.contains("secret") == false)
        }
        _ = try bench.one(Bench.call("", method: "stranger.prepare"))
        #expect(try bench.finish().first??.reason == "INTERNAL")
    }

    @Test(arguments: [RPCError(.permissionDenied, "no"), RPCError(.insufficientStock, ""), RPCError(violations: [])])
    func `what a service may say reaches the caller as it is`(error: RPCError) throws {
        let bench = try Bench(StrangerService { _, _, _, _ throws(RPCError) in throw error })
        #expect(try bench.one(Bench.call(""))?.reason == error.reason)
    }

    @Test(
        arguments: [
            (["service.ping"], "\"service.ping\""), (["events.replay"], "begin with \"stranger.\""),
            (["counter.add"], "\"counter.add\""), (["stranger."], "\"stranger.\""),
            (["stranger.write"], "two methods \"stranger.write\""),
        ]
    )
    func `methods of another, or there twice, keep a service from starting`(names: [String], told: String) throws {
        let methods = names.map { Method<StrangerService.State>($0, "", .read { _, _, _, result in result.null() }) }
        let error = #expect(throws: WorkerError.self) {
            try Bench(StrangerService(methods: methods) { _, _, _, _ in })
        }
        #expect(error?.code == .configuration && error?.description.contains(told) == true)
    }

    @Test(arguments: [true, false])
    func `every event names its subject's last one, also after a restart`(loadsLevels: Bool) throws {
        let service = StrangerService(loadsLevels: loadsLevels) { params, _, context, result in
            for _ in 0..<2 {
                context.emit(type: "stranger.seen", subject: Self.text(params), data: Verbatim(bytes: [0x31]))
            }
            context.emit(type: "stranger.heard", subject: "all", data: Verbatim(bytes: [0x31]))
            result.null()
        }
        let first = try Bench(service)
        _ = try first.iterate(Bench.call("a"), Bench.call("b"))
        _ = try first.one(Bench.call("a"))
        #expect(first.published.map(\.previousSequence) == [nil, 1, nil, nil, 4, 3, 2, 7, 6])
        first.journal.close()
        let second = try Bench(service, directory: first.directory)
        _ = try second.one(Bench.call("b"))
        #expect(second.published.map(\.previousSequence) == [5, 10, 9])
    }

    @Test(
        arguments: [
            ("stranger.seen", "", "is empty"), ("stranger.seen", "a.b", "a dot"), ("stranger.seen", "a b", "a blank"),
            ("stranger.seen", "a\u{7}", "control"), ("stranger.seen", "a\u{85}", "control"),
            ("other.seen", "a", "type"),
            ("stranger.", "a", "type"), ("stranger..seen", "a", "type"), ("stranger.seen.", "a", "type"),
            ("stranger.heartbeat", "a", "engine's own"), ("stranger.se en", "a", "type"),
            ("stranger.seen", String(repeating: "\u{E9}", count: 25), "longer than 64 bytes"),
        ]
    )
    func `an event that nobody could subscribe to fails its write, and the log says why`(
        type: String,
        subject: String,
        told: String
    ) throws {
        let service = StrangerService { params, state, context, result in
            state["x"] = 1
            let isGood = Self.text(params) == "good"
            context.emit(
                type: isGood ? "stranger.seen" : type,
                subject: isGood ? "a" : subject,
                data: Verbatim(bytes: [0x31])
            )
            result.null()
        }
        let bench = try Bench(service)
        bench.engine.take(Bench.message(Bench.call("bad")))
        #expect(bench.engine.ledger.faults.first?.contains(told) == true)
        let replies = try bench.iterate(Bench.call("bad"), Bench.call("", method: "stranger.get"), Bench.call("good"))
        #expect(replies[0]?.reason == "INTERNAL" && bench.published.map(\.sequence) == [1])
        #expect(try bench.state() == "x1")
    }

    @Test(arguments: ["", "1 2", "{", #"{"a":1,"a":2}"#, "\u{7}", "[1]x"])
    func `what is not one JSON value reaches neither caller nor store`(json: String) throws {
        let bytes = Array(json.utf8)
        let reading = Method<StrangerService.State>("stranger.read", "Reads.", .read { $3.verbatim(bytes) })
        let service = StrangerService(methods: [reading]) { params, state, context, result in
            state["x"] = 1
            switch Self.text(params) {
            case "event": context.emit(type: "stranger.seen", subject: "a", data: Verbatim(bytes: bytes))
            case "stored": context.storedResult = bytes
            default: return result.verbatim(bytes)
            }
            result.null()
        }
        let bench = try Bench(service)
        for text in ["event", "stored", "result"] {
            #expect(try bench.one(Bench.call(text, method: "stranger.write"))?.reason == "INTERNAL")
        }
        #expect(try bench.one(Bench.call("", method: "stranger.read"))?.reason == "INTERNAL")
        #expect(try bench.state()?.isEmpty == true && bench.published.isEmpty && bench.journal.lastEntry == 0)
    }

    private struct Verbatim: JSONWritable {
        let bytes: [UInt8]

        func write(to writer: inout JSONWriter) { writer.verbatim(bytes) }
    }
}
