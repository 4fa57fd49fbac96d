import Foundation
import Testing

@testable import ZeroMQ

/// What libzmq does with each setting was measured; here is what our sockets do with what can be said of them at all.
@Suite(.timeLimit(.minutes(10)))
struct AuthenticatorTests {
    private static let anyPort = ZMQEndpoint.tcp(host: "127.0.0.1", port: 0)

    /// A ROUTER over CURVE that admits one key under a name, and what comes of connecting to it.
    private func outcome(
        of security: @Sendable (_ server: CurvePublicKey, _ known: CurveKeyPair) throws -> ZMQClientSecurity,
        decide: (@Sendable (ZMQHandshake) -> ZMQVerdict)? = nil
    ) async throws -> HandshakeOutcome {
        let (server, known) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        return try await withOwner { owner in
            let endpoint = try await owner.run { owner in
                owner.keep(
                    try owner.node.makeAuthenticator { handshake in
                        if let decide { return decide(handshake) }
                        #expect(handshake.domain == "test" && handshake.address == "127.0.0.1")
                        return handshake.credentials == .curve(known.publicKey) ? .admitted(userID: "alice") : .refused
                    }
                )
                let router = try owner.node.makeRouter()
                owner.echo(router)
                return try router.bind(Self.anyPort, security: .curve(server, domain: "test"))
            }
            return try await owner.handshake(endpoint, security(server.publicKey, known))
        }
    }

    @Test func `a known key is let in`() async throws {
        let outcome = try await outcome { .curve(server: $0, client: $1) }
        #expect(outcome == .admitted)
    }

    @Test func `an unknown key is refused, and told so`() async throws {
        let outcome = try await outcome { server, _ in .curve(server: server, client: try .generate()) }
        #expect(outcome == .failed(.refused(status: 400)))
    }

    @Test func `a client without a key is refused`() async throws {
        let outcome = try await outcome { _, _ in .none }
        guard case .failed(.protocolError) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `a client with the wrong server key gets nowhere`() async throws {
        let outcome = try await outcome { .curve(server: try CurveKeyPair.generate().publicKey, client: $1) }
        guard case .failed(.interrupted) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: ["", "a\0b", String(repeating: "x", count: 256)])
    func `a verdict that cannot be told is no admission`(name: String) async throws {
        let outcome = try await outcome {
            .curve(server: $0, client: $1)
        } decide: { _ in
            .admitted(userID: name)
        }
        #expect(outcome == .failed(.refused(status: 500)))
    }

    @Test func `nobody gets in after the authenticator was closed`() async throws {
        let (server, known) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        let outcome = try await withOwner { owner in
            let endpoint = try await owner.run { owner in
                let authenticator = try owner.node.makeAuthenticator { _ in .admitted(userID: "anybody") }
                let router = try owner.node.makeRouter()
                owner.echo(router)
                let endpoint = try router.bind(Self.anyPort, security: .curve(server, domain: "test"))
                authenticator.close()
                authenticator.close()
                return endpoint
            }
            return try await owner.handshake(endpoint, .curve(server: server.publicKey, client: known))
        }
        #expect(outcome != .admitted)
    }

    @Test func `what would let everybody in cannot be bound`() async throws {
        let keys = try CurveKeyPair.generate()
        try await withOwner { owner in
            try await owner.run { owner in
                let sockets: [(ZMQEndpoint, ZMQServerSecurity) throws(ZMQError) -> ZMQEndpoint] = [
                    try owner.node.makeRouter().bind, try owner.node.makeXPub().bind,
                ]
                for bind in sockets {
                    // Without an authenticator; TCP without a domain; and with an empty one, which libzmq ignores.
                    for security in [ZMQServerSecurity.unencrypted(domain: "x"), .curve(keys, domain: "x"), .local] {
                        let error = #expect(throws: ZMQError.self) { _ = try bind(Self.anyPort, security) }
                        #expect(error?.code == .insecureEndpoint)
                    }
                    for domain in ["", "a\0", String(repeating: "x", count: 255), "a\u{1}"] {
                        for security in [ZMQServerSecurity.unencrypted(domain: domain), .curve(keys, domain: domain)] {
                            let error = #expect(throws: ZMQError.self) { _ = try bind(Self.anyPort, security) }
                            #expect(error?.code == .invalidOption)
                        }
                    }
                }
                _ = try owner.guarded()
                let error = #expect(throws: ZMQError.self) { _ = try sockets[0](Self.anyPort, .local) }
                #expect(error?.code == .insecureEndpoint)
            }
        }
    }

    @Test func `a second authenticator is refused, and the first goes on`() async throws {
        try await withOwner { owner in
            let endpoint = try await owner.run { owner in
                let guarded = try owner.guarded()
                let error = #expect(throws: ZMQError.self) { try owner.node.makeAuthenticator { _ in .refused } }
                #expect(error?.code == .addressInUse)
                let router = try owner.node.makeRouter()
                owner.echo(router)
                return try router.bind(Self.anyPort, security: guarded)
            }
            #expect(try await owner.handshake(endpoint, .none) == .admitted)
        }
    }

    @Test func `one socket tells its peers apart: by key, by address, by process`() async throws {
        let (server, alice) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        try await withTemporaryDirectory { directory in
            try await withOwner { owner in
                let requests = Inlet<ZMQMultipart>()
                try await owner.run { owner in
                    owner.keep(
                        try owner.node.makeAuthenticator { handshake in
                            switch handshake.credentials {
                            case .none: .admitted(userID: "somebody at \(handshake.domain)")
                            case .curve(let key): key == alice.publicKey ? .admitted(userID: "alice") : .refused
                            }
                        }
                    )
                    var options = ZMQSocketOptions.router
                    options.identifiesPeers = true
                    let router = try owner.node.makeRouter(options)
                    owner.pump(router, into: requests)
                    // Whatever is bound later: each endpoint keeps what it was given.
                    let ends: [(ZMQEndpoint, ZMQServerSecurity, ZMQClientSecurity)] = [
                        (.ipc(path: "\(directory)/near"), .local, .none),
                        (.inproc(name: "inside"), .local, .none),
                        (Self.anyPort, .curve(server, domain: "far"), .curve(server: server.publicKey, client: alice)),
                        (.tcp(host: "::1", port: 0), .unencrypted(domain: "loop"), .none),
                    ]
                    for (endpoint, guarding, asking) in ends {
                        let dealer = try owner.node.makeDealer()
                        try dealer.connect(router.bind(endpoint, security: guarding), security: asking)
                        owner.keep(dealer)
                        owner.node.whenWritable(dealer) { try? dealer.send(message("", endpoint.description)) }
                    }
                }
                var peers: [String: ZMQPeer?] = [:]
                for _ in 0..<4 {
                    let request = try await requests.next()
                    peers[String(frames(request)[2].prefix(7))] = .some(request.peer)
                }
                let process = ZMQPeer.Process(user: geteuid(), group: getegid(), id: getpid())
                #expect(
                    peers == [
                        "tcp://1": ZMQPeer(
                            userID: "alice",
                            publicKey: alice.publicKey,
                            address: "127.0.0.1",
                            process: nil
                        ),
                        "ipc:///": ZMQPeer(userID: nil, publicKey: nil, address: nil, process: process),
                        "tcp://[": ZMQPeer(userID: "somebody at loop", publicKey: nil, address: "::1", process: nil),
                        "inproc:": nil,
                    ]
                )
            }
        }
    }

    @Test func `a guarded socket that asks gets its answers`() async throws {
        let keys = try CurveKeyPair.generate()
        try await withOwner { owner in
            let answers = Inlet<ZMQMultipart>()
            let domains = Inlet<String>()
            try await owner.run { owner in
                owner.keep(
                    try owner.node.makeAuthenticator { handshake in
                        domains.put(handshake.domain)
                        return .admitted(userID: "worker")
                    }
                )
                for security in [ZMQServerSecurity.unencrypted(domain: "test"), .curve(keys, domain: "test")] {
                    var options = ZMQSocketOptions.request
                    options.identifiesPeers = true
                    let request = try owner.node.makeRequest(options)
                    let endpoint = try request.bind(Self.anyPort, security: security)
                    owner.pump(request, into: answers)
                    let reply = try owner.node.makeReply()
                    var question = ZMQMultipart()
                    owner.node.whenReadable(reply) {
                        guard (try? reply.receive(into: &question)) == true else { return }
                        try? reply.send(question)
                    }
                    let client =
                        security.isEncrypted ? ZMQClientSecurity.curve(server: keys.publicKey, client: keys) : .none
                    try reply.connect(endpoint, security: client)
                    owner.node.whenWritable(request) { try? request.send(message("question")) }
                }
            }
            for _ in 0..<2 {
                let answer = try await answers.next()
                #expect(frames(answer) == ["question"])
                #expect(answer.peer?.address == "127.0.0.1" && answer.peer?.userID == nil)
                #expect(try await domains.next() == "test")
            }
        }
    }

    @Test func `what a local peer says of itself is not taken for what the authenticator found`() async throws {
        let known = try CurveKeyPair.generate()
        try await withTemporaryDirectory { directory in
            let script = """
                import zmq
                socket = zmq.Context().socket(zmq.DEALER)
                # Properties of the handshake, by ZMQ_METADATA.
                for property in ("X-Voucher:mine", "X-Public-Key:\(known.publicKey)"):
                    socket.setsockopt(95, property.encode())
                socket.connect("ipc://\(directory)/near")
                socket.send(b"hello")
                # There is no answer: it stays until it is ended.
                socket.poll(60000)
                """
            try await withOwner { owner in
                let requests = Inlet<ZMQMultipart>()
                try await owner.run { owner in
                    var options = ZMQSocketOptions.router
                    options.identifiesPeers = true
                    let router = try owner.node.makeRouter(options)
                    try router.bind(.ipc(path: "\(directory)/near"))
                    owner.pump(router, into: requests)
                }
                let python = Process()
                python.executableURL = URL(filePath: "/usr/bin/python3")
                python.arguments = ["-c", script]
                try python.run()
                // It was started with the signals blocked that its thread has blocked, so that asking it to end would not reach it.
                defer { kill(python.processIdentifier, SIGKILL) }
                let peer = try await requests.next().peer
                #expect(peer?.process?.id == python.processIdentifier)
                #expect(peer?.publicKey == nil && peer?.userID == nil)
            }
        }
    }

    @Test func `a local endpoint after a guarded one is refused, because it could not be local`() async throws {
        try await withOwner { owner in
            try await owner.run { owner in
                let router = try owner.node.makeRouter()
                try router.bind(Self.anyPort, security: owner.guarded())
                let error = #expect(throws: ZMQError.self) { try router.bind(.inproc(name: "late")) }
                #expect(error?.code == .invalidOption)
            }
        }
    }

    @Test func `a large frame is as large over CURVE as without`() async throws {
        let (server, alice) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        try await withOwner { owner in
            let requests = Inlet<ZMQMultipart>()
            try await owner.run { owner in
                owner.keep(try owner.node.makeAuthenticator { _ in .admitted(userID: "alice") })
                var options = ZMQSocketOptions.router
                options.maximumFrameBytes = 1000
                let router = try owner.node.makeRouter(options)
                owner.pump(router, into: requests)
                let endpoint = try router.bind(Self.anyPort, security: .curve(server, domain: "test"))
                let dealer = try owner.node.makeDealer()
                try dealer.connect(endpoint, security: .curve(server: server.publicKey, client: alice))
                owner.keep(dealer)
                owner.node.whenWritable(dealer) { try? dealer.send(ZMQMultipart([UInt8](repeating: 1, count: 1000))) }
            }
            #expect(try await requests.next().size(of: 1) == 1000)
        }
    }

    // MARK: The probe

    private func probe(_ verdict: @escaping @Sendable (_ isKnown: Bool) -> ZMQVerdict) async throws -> ZMQError? {
        let (server, known) = (try CurveKeyPair.generate(), try CurveKeyPair.generate())
        return try await withOwner { owner in
            let endpoints = try await owner.run { owner in
                owner.keep(
                    try owner.node.makeAuthenticator { verdict($0.credentials == .curve(known.publicKey)) }
                )
                let (router, xpub) = (try owner.node.makeRouter(), try owner.node.makeXPub())
                owner.echo(router)
                owner.keep(xpub)
                let everywhere = ZMQEndpoint.tcp(host: "*", port: 0)
                return [
                    try router.bind(everywhere, security: .curve(server, domain: "test")),
                    try xpub.bind(everywhere, security: .curve(server, domain: "test")),
                ]
            }
            do throws(ZMQError) {
                try await owner.prove(endpoints[0], .router, server.publicKey, known)
                try await owner.prove(endpoints[1], .xpub, server.publicKey, known)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `an endpoint that refuses strangers and admits a known key passes the probe`() async throws {
        #expect(try await probe { $0 ? .admitted(userID: "probe") : .refused } == nil)
    }

    @Test func `the probe finds an endpoint that admits a stranger`() async throws {
        let error = try await probe { _ in .admitted(userID: "anybody") }
        #expect(error?.code == .insecureEndpoint)
        #expect(error?.message.contains("does not refuse an unknown key") == true)
    }

    @Test func `the probe finds an endpoint that admits nobody`() async throws {
        let error = try await probe { _ in .refused }
        #expect(error?.code == .insecureEndpoint)
        #expect(error?.message.contains("does not let a known key in") == true)
    }
}

extension Owner {
    fileprivate func handshake(_ endpoint: ZMQEndpoint, _ security: ZMQClientSecurity) async throws -> HandshakeOutcome
    {
        try await node.handshake(with: endpoint, role: .router, security: security, within: .seconds(2))
    }

    fileprivate func prove(
        _ endpoint: ZMQEndpoint,
        _ role: ZMQNode.BoundRole,
        _ server: CurvePublicKey,
        _ known: CurveKeyPair
    ) async throws(ZMQError) {
        try await node.verifyAccessControl(of: endpoint, role: role, server: server, admitted: known)
    }
}

extension ZMQServerSecurity {
    fileprivate var isEncrypted: Bool { if case .curve = self { true } else { false } }
}
