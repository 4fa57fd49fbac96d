import Messages
import TestKit
import Testing
import ZeroMQPatterns

@testable import WorkerClient
@testable import ZeroMQ

/// What a client is told when somebody is there who does not let it in.
@Suite(.timeLimit(.minutes(10)))
struct AdmissionTests {
    private let directory: TemporaryDirectory
    private let address: ServiceAddress
    private let (server, alice, stranger): (CurveKeyPair, CurveKeyPair, CurveKeyPair)
    /// Far longer than any refusal takes.
    private let patient = CallOptions(timeout: .seconds(50), connectTimeout: .seconds(50), isWrite: false)

    init() throws {
        directory = try TemporaryDirectory()
        address = ServiceAddress(service: .juice, runDirectory: directory.path)
        (server, alice, stranger) = (try .generate(), try .generate(), try .generate())
    }

    private func address(_ server: CurvePublicKey, _ client: CurveKeyPair) -> ServiceAddress {
        var address = address
        address.keys = ServiceKeys(server: server, client: client)
        return address
    }

    private func withClient<R: Sendable>(
        _ address: ServiceAddress,
        _ body: (WorkerClient) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "client") { node in
            try await WorkerClient.withClient(address, on: node, body: body)
        }
    }

    private func failure(_ client: WorkerClient) async -> CallError? {
        await #expect(throws: CallError.self) { try await client.call("service.ping", options: patient) }
    }

    @Test func `a known key is admitted`() async throws {
        try await GuardedService.withService(at: address, server, allowing: alice.publicKey) { _ in
            try await withClient(address(server.publicKey, alice)) { client in
                let reply = try await client.call("service.ping", options: patient)
                #expect(reply.result == Array("1".utf8))
            }
        }
    }

    enum Approach: CaseIterable {
        case withoutKey, withUnknownKey, withWrongServerKey, withKeyWhereNoneIsKnown

        var fault: AdmissionFault {
            switch self {
            case .withoutKey: .keyNeeded
            case .withUnknownKey: .keyRefused
            case .withWrongServerKey: .wrongServerKey
            case .withKeyWhereNoneIsKnown: .curveMissing
            }
        }
    }

    private func address(_ approach: Approach) -> ServiceAddress {
        switch approach {
        case .withoutKey: address
        case .withUnknownKey: address(server.publicKey, stranger)
        case .withWrongServerKey: address(stranger.publicKey, alice)
        case .withKeyWhereNoneIsKnown: address(server.publicKey, alice)
        }
    }

    @Test(arguments: Approach.allCases)
    func `each refusal has its own name, and calls do not wait for what will not come`(approach: Approach) async throws
    {
        let keys = approach == .withKeyWhereNoneIsKnown ? nil : server
        try await GuardedService.withService(at: address, keys, allowing: alice.publicKey) { _ in
            try await withClient(address(approach)) { client in
                for _ in 0..<2 {
                    let error = await failure(client)
                    #expect(error?.code == .notAdmitted(approach.fault))
                    #expect(error?.sends == 0)
                }
            }
        }
    }

    @Test func `who is admitted later needs no new client`() async throws {
        try await GuardedService.withService(at: address, server) { service in
            try await withClient(address(server.publicKey, alice)) { client in
                #expect(await failure(client)?.code == .notAdmitted(.keyRefused))
                await service.allow(alice.publicKey)
                let reply = try await client.call("service.ping", options: patient)
                #expect(reply.sends == 1)
            }
        }
    }

    @Test func `nobody there is not the same as somebody who refuses`() async throws {
        try await withClient(address(server.publicKey, alice)) { client in
            let options = CallOptions(timeout: .milliseconds(300), isWrite: false)
            let error = await #expect(throws: CallError.self) {
                try await client.call("service.ping", options: options)
            }
            #expect(error?.code == .unreachable)
        }
    }

    @Test(arguments: Approach.allCases)
    func `a subscriber is told why it sees nothing`(approach: Approach) async throws {
        let keys = approach == .withKeyWhereNoneIsKnown ? nil : server
        try await GuardedService.withService(at: address, keys, allowing: alice.publicKey) { _ in
            try await ZMQNode.withNode(name: "subscriber") { node in
                try await EventSubscriber.withEvents(of: address(approach), on: node, from: .now) { events in
                    // Where the other end has to be asked first, the silence may be told before.
                    for await signal in events where signal != .stale {
                        #expect(signal == .notAdmitted(approach.fault))
                        break
                    }
                }
            }
        }
    }

    @Test func `a subscriber that is admitted later sees what there is`() async throws {
        try await GuardedService.withService(at: address, server) { service in
            try await ZMQNode.withNode(name: "subscriber") { node in
                try await EventSubscriber.withEvents(of: address(server.publicKey, alice), on: node, from: .now) {
                    events in
                    var signals = events.makeAsyncIterator()
                    #expect(await signals.next() == .notAdmitted(.keyRefused))
                    await service.allow(alice.publicKey)
                    while let signal = await signals.next() {
                        if case .live(let marker) = signal {
                            #expect(marker.sequence == 0)
                            break
                        }
                        #expect(signal == .stale)
                    }
                }
            }
        }
    }

    @Test func `a subscriber that is not admitted holds no connection while it waits`() async throws {
        try await GuardedService.withService(at: address, server) { _ in
            try await ZMQNode.withNode(name: "subscriber") { node in
                let left = try await Subscriber(node, to: address(server.publicKey, alice)).socketsLeft()
                #expect(left == 0)
            }
        }
    }
}

/// Connects on the thread of its node.
private actor Subscriber {
    private let node: ZMQNode
    private let connection: SubLink

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode, to address: ServiceAddress) throws {
        self.node = node
        let endpoints = try address.eventEndpoints.map { try ZMQEndpoint(parsing: $0) }
        connection = SubLink(to: endpoints, as: address.keys.security, options: .sub, on: node)
    }

    /// How many sockets the node has when it is told that it is not admitted.
    func socketsLeft() async throws -> Int {
        defer { connection.close() }
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try connection.open(prefixes: [], onReadable: {}) { [node] _ in
                    continuation.resume(returning: node.sockets.ids.count)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
