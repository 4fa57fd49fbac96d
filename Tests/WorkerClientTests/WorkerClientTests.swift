import Messages
import Synchronization
import TestKit
import Testing
import WorkerClient
import ZeroMQ
import ZeroMQPatterns

@Suite(.timeLimit(.minutes(10)))
struct WorkerClientTests {
    private let directory: TemporaryDirectory
    private let address: ServiceAddress

    init() throws {
        directory = try TemporaryDirectory()
        address = ServiceAddress(service: .juice, runDirectory: directory.path)
    }

    private func withClient<R: Sendable>(_ body: (WorkerClient) async throws -> R) async throws -> R {
        try await ZMQNode.withNode(name: "client") { node in
            try await WorkerClient.withClient(address, on: node, body: body)
        }
    }

    /// Makes a call that is expected to fail, and returns why.
    private func failure(
        _ client: WorkerClient,
        _ method: String,
        _ options: CallOptions
    ) async -> CallError? {
        await #expect(throws: CallError.self) { try await client.call(method, options: options) }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `a call sends what it was given and returns what came back`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(
                    timeout: .seconds(30),
                    connectTimeout: .seconds(30),
                    idempotencyKey: "k-1",
                    isWrite: true,
                    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
                )
                async let reply = client.call(
                    "juice.order",
                    params: Array(#"{"juice":"mango"}"#.utf8),
                    attachments: [[1], [], [2, 3]],
                    options: options
                )
                let request = try await peer.next()
                #expect(request.method == "juice.order")
                #expect(request.params == #"{"juice":"mango"}"#)
                #expect(request.attachments == [[1], [], [2, 3]])
                #expect(request.meta.idempotencyKey == "k-1")
                #expect(request.meta.traceparent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
                #expect((1...30_000).contains(request.meta.timeoutMilliseconds ?? 0))
                await peer.answer(request, result: #"{"id":"7"}"#, attachments: [[9]])
                let answered = try await reply
                #expect(text(answered.result) == #"{"id":"7"}"#)
                #expect(answered.attachments == [[9]])
                #expect(answered.meta?.source == "/juice-service")
                #expect(answered.sends == 1)
            }
        }
    }

    @Test func `answers may come in any order`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: true)
                let results = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                    for number in 0..<50 {
                        group.addTask {
                            let reply = try await client.call("m.\(number)", options: options)
                            return (number, String(decoding: reply.result, as: UTF8.self))
                        }
                    }
                    var requests: [ScriptedPeer.Request] = []
                    for _ in 0..<50 { requests.append(try await peer.next()) }
                    for request in requests.reversed() {
                        await peer.answer(request, result: "\"\(request.method)\"")
                    }
                    return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
                #expect(results == Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, "\"m.\($0)\"") }))
            }
        }
    }

    @Test func `nobody there is unreachable, and nothing was sent`() async throws {
        try await withClient { client in
            let error = await #expect(throws: CallError.self) {
                try await client.call(
                    "juice.menu",
                    options: CallOptions(connectTimeout: .milliseconds(50), isWrite: true)
                )
            }
            #expect(error?.code == .unreachable)
            #expect(error?.sends == 0)
        }
    }

    @Test func `a call begun before the service is there is sent when it comes`() async throws {
        try await withClient { client in
            let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: true)
            async let reply = client.call("juice.menu", options: options)
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                await peer.answer(try await peer.next(), result: "1")
            }
            let answered = try await reply
            #expect(text(answered.result) == "1")
        }
    }

    @Test func `a keyed write whose service dies is sent again to the next one, with the same id and key`() async throws
    {
        try await withClient { client in
            let options = CallOptions(
                timeout: .seconds(30),
                connectTimeout: .seconds(30),
                idempotencyKey: "k",
                isWrite: true
            )
            async let reply = client.call("juice.order", options: options)
            let first = try await ScriptedPeer.withPeer(at: address.rpc) { try await $0.next() }
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let second = try await peer.next()
                #expect(second.id == first.id)
                #expect(second.meta.idempotencyKey == "k")
                #expect((second.meta.timeoutMilliseconds ?? 0) <= (first.meta.timeoutMilliseconds ?? 0))
                await peer.answer(second, result: "true")
            }
            let answered = try await reply
            #expect(answered.sends == 2)
            let statistics = await client.statistics
            #expect(statistics.resends == 1)
            #expect(statistics.reconnects == 1)
        }
    }

    @Test func `a write without a key whose service dies has an unknown outcome`() async throws {
        try await withClient { client in
            let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: true)
            async let failed = failure(client, "juice.order", options)
            _ = try await ScriptedPeer.withPeer(at: address.rpc) { try await $0.next() }
            let error = await failed
            #expect(error?.code == .outcomeUnknown)
            #expect(error?.sends == 1)
        }
    }

    @Test func `an answer that came just before the service died counts`() async throws {
        for _ in 0..<20 {
            try await withClient { client in
                let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: true)
                async let reply = client.call("juice.order", options: options)
                try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                    await peer.answer(try await peer.next(), result: "1")
                }
                let answered = try await reply
                #expect(answered.sends == 1)
            }
        }
    }

    @Test func `a lost answer is asked for again`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: false)
                async let reply = client.call("juice.menu", options: options)
                let first = try await peer.next()
                let second = try await peer.next()
                #expect(second.id == first.id)
                await peer.answer(second, result: "1")
                let answered = try await reply
                #expect(answered.sends == 2)
            }
        }
    }

    @Test func `late and repeated answers are counted and dropped`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: false)
                async let first = client.call("a", options: options)
                let request = try await peer.next()
                await peer.answer(request, result: "1")
                await peer.answer(request, result: "2")
                await peer.send(text: #"{"jsonrpc":"2.0","id":"else","result":3}"#, to: request)
                await peer.send(text: "no JSON", to: request)
                let firstReply = try await first
                #expect(text(firstReply.result) == "1")
                async let second = client.call("b", options: options)
                await peer.answer(try await peer.next(), result: "4")
                let secondReply = try await second
                #expect(text(secondReply.result) == "4")
            }
            #expect(await client.statistics.lateReplies == 3)
        }
    }

    @Test func `a refusal for the moment is tried again, a final one is not`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(
                    timeout: .seconds(30),
                    connectTimeout: .seconds(30),
                    idempotencyKey: "k",
                    isWrite: true
                )
                async let failed = failure(client, "juice.order", options)
                await peer.refuse(try await peer.next(), RPCError(.unavailable, "starting"))
                await peer.refuse(try await peer.next(), RPCError(.overloaded, "busy"))
                await peer.refuse(try await peer.next(), RPCError(.insufficientStock, "no mango"))
                let error = await failed
                #expect(error?.code == .refused(RPCError(.insufficientStock, "no mango")))
                #expect(error?.idempotencyKey == "k")
                #expect(error?.sends == 3)
            }
        }
    }

    @Test func `a reply that is none is a bad reply`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: false)
                async let failed = failure(client, "a", options)
                let request = try await peer.next()
                await peer.send(text: #"{"jsonrpc":"2.0","id":"\#(request.id)"}"#, to: request)
                let error = await failed
                guard case .badReply = error?.code else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test func `cancelling ends the waiting and not the connection`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: address.rpc) { peer in
                let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: true)
                let request = try await withThrowingTaskGroup(of: CallError?.self) { group in
                    group.addTask {
                        do throws(CallError) {
                            _ = try await client.call("a", options: options)
                            return nil
                        } catch {
                            return error
                        }
                    }
                    let request = try await peer.next()
                    group.cancelAll()
                    let error = try await group.next() ?? nil
                    #expect(error?.code == .cancelled)
                    #expect(error?.sends == 1)
                    return request
                }
                await peer.answer(request, result: "1")
                async let next = client.call("b", options: options)
                await peer.answer(try await peer.next(), result: "2")
                let nextReply = try await next
                #expect(text(nextReply.result) == "2")
                #expect(await client.statistics.lateReplies == 1)
            }
        }
    }

    @Test func `a call that is cancelled while it begins ends, whichever comes first`() async throws {
        try await withClient { client in
            let options = CallOptions(timeout: .seconds(600), connectTimeout: .seconds(600), isWrite: true)
            for round in 0..<20_000 {
                let start = Start()
                let code = await withTaskGroup(of: CallError.Code?.self) { group in
                    group.addTask {
                        start.isMade.store(true, ordering: .releasing)
                        return await failure(client, "a", options)?.code
                    }
                    // Busy, since every other way to wait takes longer than a call takes to begin, and bounded, for a machine of one
                    // processor; and then a little longer each time.
                    for _ in 0..<100_000 {
                        if start.isMade.load(ordering: .acquiring) { break }
                    }
                    for _ in 0..<(round % 200) { _ = start.isMade.load(ordering: .acquiring) }
                    group.cancelAll()
                    return await group.next() ?? nil
                }
                try #require(code == .cancelled)
            }
        }
    }

    @Test func `leaving the scope ends what is in flight as cancelled`() async throws {
        try await ZMQNode.withNode(name: "client") { node in
            let options = CallOptions(timeout: .seconds(30), connectTimeout: .seconds(30), isWrite: true)
            let begun = Inlet<Void>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                let client = try await WorkerClient.withClient(address, on: node) { client in
                    group.addTask {
                        begun.put(())
                        let error = await #expect(throws: CallError.self) {
                            try await client.call("a", options: options)
                        }
                        #expect(error?.code == .cancelled)
                    }
                    try await begun.next()
                    return client
                }
                try await group.waitForAll()
                let error = await #expect(throws: CallError.self) { try await client.call("a", options: options) }
                #expect(error?.code == .cancelled)
            }
        }
    }

    struct Oversized: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "a"
        var params: [UInt8]?
        var attachments: [[UInt8]] = []
    }

    @Test(arguments: [
        Oversized(
            testDescription: "params",
            params: Array("{\"a\":\"\(String(repeating: "x", count: 262_144))\"}".utf8)
        ),
        Oversized(testDescription: "method", method: String(repeating: "m", count: 262_144)),
        Oversized(testDescription: "attachment", attachments: [[UInt8](repeating: 0, count: 1_048_577)]),
        Oversized(testDescription: "attachments", attachments: [[UInt8]](repeating: [1], count: 8)),
    ])
    func `what is over a limit of the wire is not sent`(request: Oversized) async throws {
        try await withClient { client in
            let error = await #expect(throws: CallError.self) {
                try await client.call(
                    request.method,
                    params: request.params,
                    attachments: request.attachments,
                    options: CallOptions(isWrite: true)
                )
            }
            guard case .tooLarge = error?.code else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: ["", "{", "[]", "{},\"id\":1", "{\"a\":1,\"a\":2}", "{\"a\":\"\\ud800\"}", "1"])
    func `params that are not one sound object are refused before they are sent`(params: String) async throws {
        try await withClient { client in
            let error = await #expect(throws: CallError.self) {
                try await client.call("a", params: Array(params.utf8), options: CallOptions(isWrite: true))
            }
            guard case .refused = error?.code else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(error?.sends == 0)
        }
    }

    @Test func `an endpoint that is none is refused`() async throws {
        try await ZMQNode.withNode(name: "client") { node in
            _ = await #expect(throws: ZMQError.self) {
                let address = ServiceAddress(service: .juice, rpc: "http://x", events: "")
                try await WorkerClient.withClient(address, on: node) { _ in }
            }
        }
    }
}

/// Told once, from any thread.
private final class Start: Sendable {
    let isMade = Atomic(false)
}
