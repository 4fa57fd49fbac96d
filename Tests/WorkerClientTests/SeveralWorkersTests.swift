import Messages
import Synchronization
import TestKit
import Testing
import WorkerClient
import ZeroMQ

/// A client of a service with two workers, over real sockets.
@Suite(.timeLimit(.minutes(10)))
struct SeveralWorkersTests {
    private let directory: TemporaryDirectory
    private let endpoints: [String]
    private let read = CallOptions(timeout: .seconds(60), connectTimeout: .seconds(60), isWrite: false)
    private let write = CallOptions(timeout: .seconds(60), connectTimeout: .seconds(60), isWrite: true)

    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        endpoints = ["a", "b"].map { "ipc://\(directory.path)/\($0).rpc" }
    }

    private func keyed(_ key: String) -> CallOptions {
        CallOptions(timeout: .seconds(60), connectTimeout: .seconds(60), idempotencyKey: key, isWrite: true)
    }

    private func withClient<R: Sendable>(_ body: (WorkerClient) async throws -> R) async throws -> R {
        let address = ServiceAddress(service: .juice, rpc: endpoints.joined(separator: ","), events: "")
        return try await ZMQNode.withNode(name: "client") { node in
            try await WorkerClient.withClient(address, on: node, body: body)
        }
    }

    /// Lends a client that is connected to two workers.
    private func withWorkers(
        _ first: @escaping FakeWorker.Rule,
        _ second: @escaping FakeWorker.Rule,
        _ body: (WorkerClient, FakeWorker, FakeWorker) async throws -> Void
    ) async throws {
        let (a, b) = (FakeWorker(first), FakeWorker(second))
        try await ScriptedPeer.withPeer(at: endpoints[0]) { firstPeer in
            try await ScriptedPeer.withPeer(at: endpoints[1]) { secondPeer in
                // The end of their scope cancels them.
                async let _: Void = a.serve(firstPeer)
                async let _: Void = b.serve(secondPeer)
                try await withClient { client in
                    // Reads go to all that are connected.
                    for worker in [a, b] {
                        while await worker.requests(of: "warm").isEmpty {
                            _ = try await client.call("warm", options: read)
                        }
                    }
                    try await body(client, a, b)
                }
            }
        }
    }

    private static func replica(of active: String?) -> RPCError {
        var error = RPCError(.notActive, "a replica")
        error.active = active.map { ActiveWorker(rpc: [$0], events: []) }
        return error
    }

    @Test func `a write follows the word of a replica, under the same id and key, and the next goes there at once`()
        async throws
    {
        let active = endpoints[1]
        try await withWorkers(
            { $0.method == "write" ? .refusal(Self.replica(of: active)) : .result("\"a\"") },
            { _ in .result("\"b\"") },
            { client, a, b in
                let reply = try await client.call("write", options: keyed("k-1"))
                #expect(reply.result == Array("\"b\"".utf8))
                let (first, second) = (await a.requests(of: "write"), await b.requests(of: "write"))
                #expect(!first.isEmpty && !second.isEmpty)
                #expect(Set((first + second).map(\.id)).count == 1)
                #expect(Set((first + second).map(\.meta.idempotencyKey)) == ["k-1"])
                #expect((first + second).allSatisfy { $0.meta.atLeast == nil })
                for number in 2...5 { _ = try await client.call("write", options: keyed("k-\(number)")) }
                #expect(await a.requests(of: "write").count == first.count)
            }
        )
    }

    @Test func `a read is answered by a worker that is not cut off, and by one that is when all are`() async throws {
        let isAlone = Mutex(false)
        let cutOff: FakeWorker.Rule = { request in
            guard request.method == "read", request.meta.isCurrent else { return .result("\"old\"") }
            return .refusal(RPCError(.behind, "this worker is cut off"))
        }
        try await withWorkers(
            cutOff,
            { request in isAlone.withLock { $0 } ? cutOff(request) : .result("\"new\"") },
            { client, a, b in
                for _ in 0..<10 {
                    #expect(try await client.call("read", options: read).result == Array("\"new\"".utf8))
                }
                isAlone.withLock { $0 = true }
                let before = (await a.requests(of: "read") + b.requests(of: "read")).count
                for _ in 0..<10 { _ = try await client.call("read", options: read) }
                // Once they know, reads are not sent in vain.
                let asked = (await a.requests(of: "read") + b.requests(of: "read")).count - before
                #expect(asked >= 12 && asked < 25, "\(asked) requests for 10 reads")
            }
        )
    }

    @Test func `a write without a key that a replica refused is taken by the other worker, once`() async throws {
        try await withWorkers(
            { $0.method == "write" ? .refusal(Self.replica(of: nil)) : .result("1") },
            { _ in .result("2") },
            { client, a, b in
                let reply = try await client.call("write", options: write)
                #expect(reply.result == Array("2".utf8) && reply.sends == 2)
                let counts = (await a.requests(of: "write").count, await b.requests(of: "write").count)
                #expect(counts == (1, 1))
            }
        )
    }

    // That others go where no call is out is told by the tables of `EndpointSelection`: here it would depend on the time.
    @Test func `a read that one worker does not answer is answered by the other, and keeps nobody waiting`()
        async throws
    {
        // The first worker that is asked for it does not answer.
        let isSilent = Mutex(false)
        let rule: @Sendable (String) -> FakeWorker.Rule = { name in
            { request in
                guard request.method == "slow" else { return .result(name) }
                let isFirst = isSilent.withLock { isSilent in
                    defer { isSilent = true }
                    return !isSilent
                }
                return isFirst ? .silence : .result(name)
            }
        }
        try await withWorkers(rule("1"), rule("2")) { client, a, b in
            async let slow = client.call("slow", options: read)
            var silent: FakeWorker?
            while silent == nil {
                if await !a.requests(of: "slow").isEmpty { silent = a }
                if await !b.requests(of: "slow").isEmpty { silent = b }
                await Task.yield()
            }
            for _ in 0..<6 { _ = try await client.call("quick", options: read) }
            let reply = try await slow
            #expect(reply.result == Array((silent === a ? "2" : "1").utf8))
        }
    }

    @Test func `a worker that is not there is no hindrance`() async throws {
        try await withClient { client in
            try await ScriptedPeer.withPeer(at: endpoints[1]) { peer in
                for options in [read, write, keyed("k")] {
                    async let reply = client.call("m", options: options)
                    await peer.answer(try await peer.next(), result: "1")
                    let answered = try await reply
                    #expect(answered.sends == 1)
                }
            }
        }
    }

    @Test func `what was with a worker that dies goes to the other, under the same id and key`() async throws {
        try await withClient { client in
            let options = keyed("k")
            async let reply = client.call("write", options: options)
            let first = try await ScriptedPeer.withPeer(at: endpoints[0]) { try await $0.next() }
            try await ScriptedPeer.withPeer(at: endpoints[1]) { peer in
                let second = try await peer.next()
                #expect(second.id == first.id)
                #expect(second.meta.idempotencyKey == "k")
                await peer.answer(second, result: "1")
            }
            let answered = try await reply
            #expect(answered.sends == 2)
        }
    }

    @Test func `who has written reads nothing older, though another worker is behind`() async throws {
        let (now, before) = (
            StreamMarker(epoch: "e", sequence: 7, time: 0), StreamMarker(epoch: "e", sequence: 5, time: 0)
        )
        try await withWorkers(
            { _ in .result("\"new\"", at: now) },
            { request in
                (request.meta.atLeast ?? 0) > before.sequence
                    ? .refusal(RPCError(.behind, "at 5"), at: before) : .result("\"old\"", at: before)
            },
            { client, a, b in
                _ = try await client.call("write", options: write)
                while await b.requests(of: "read").isEmpty {
                    let reply = try await client.call("read", options: read)
                    #expect(reply.result == Array("\"new\"".utf8))
                }
                let requests = await a.requests(of: "read") + b.requests(of: "read")
                #expect(requests.allSatisfy { $0.meta.atLeast == 7 })
                #expect(await a.requests(of: "write").allSatisfy { $0.meta.atLeast == nil })
            }
        )
    }

    @Test func `a client of a single worker asks for no position`() async throws {
        let address = ServiceAddress(service: .juice, rpc: endpoints[0], events: "")
        try await ZMQNode.withNode(name: "client") { node in
            try await WorkerClient.withClient(address, on: node) { client in
                try await ScriptedPeer.withPeer(at: endpoints[0]) { peer in
                    for _ in 0..<2 {
                        async let reply = client.call("read", options: read)
                        let request = try await peer.next()
                        #expect(request.meta.atLeast == nil)
                        let position = StreamMarker(epoch: "e", sequence: 7, time: 0)
                        await peer.answer(request, result: "1", at: position)
                        _ = try await reply
                    }
                }
            }
        }
    }

    @Test func `each of several endpoints has to be one`() async throws {
        let address = ServiceAddress(service: .juice, rpc: "\(endpoints[0]),http://x", events: "")
        try await ZMQNode.withNode(name: "client") { node in
            _ = await #expect(throws: ZMQError.self) {
                try await WorkerClient.withClient(address, on: node) { _ in }
            }
        }
    }
}
