import Foundation
import ZeroMQ

/// A server over TCP that lets in whose certificate lies in a directory, and knows everybody by name.
@main
struct NamedPeers {
    static func main() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "named-peers-\(UInt64.random(in: 0 ... .max))"
        )
        let mode = [FileAttributeKey.posixPermissions: 0o700]
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false, attributes: mode)
        defer { try? FileManager.default.removeItem(at: directory) }

        let server = try CurveKeyPair.generate()
        let alice = try CurveKeyPair.generate()
        try CurveCertificate(publicKey: alice.publicKey).write(to: directory.path() + "/alice.key")

        try await ZMQNode.withNode(name: "named") { node in
            try await node.run { node in
                var names: [CurvePublicKey: String] = [:]
                for entry in try CertificateDirectory.entries(of: directory.path()) {
                    names[try entry.certificate.get().publicKey] = entry.name
                }
                // A key of the moment, to try the lock with.
                let probe = try CurveKeyPair.generate()
                let authenticator = try node.makeAuthenticator { handshake in
                    guard case .curve(let key) = handshake.credentials else { return .refused }
                    if key == probe.publicKey { return .admitted(userID: "probe") }
                    return names[key].map { .admitted(userID: $0) } ?? .refused
                }
                defer { authenticator.close() }

                let (endpoints, bound) = AsyncStream.makeStream(of: ZMQEndpoint.self)
                try await withThrowingTaskGroup { group in
                    group.addTask { try await serve(node, server, bound) }
                    for await endpoint in endpoints {
                        try await node.verifyAccessControl(
                            of: endpoint,
                            role: .router,
                            server: server.publicKey,
                            admitted: probe
                        )
                        print("proved: strangers are refused")
                        try await ask(node, endpoint, .curve(server: server.publicKey, client: alice))
                        let stranger = try CurveKeyPair.generate()
                        try await knock(node, endpoint, .curve(server: server.publicKey, client: stranger))
                        break
                    }
                    group.cancelAll()
                }
            }
        }
    }

    static func serve(_ node: ZMQNode, _ keys: CurveKeyPair, _ bound: AsyncStream<ZMQEndpoint>.Continuation)
        async throws
    {
        var options = ZMQSocketOptions.router
        options.identifiesPeers = true
        try await node.withRouter(options) { router in
            bound.yield(try router.bind(.tcp(host: "127.0.0.1", port: 0), security: .curve(keys, domain: "example")))
            for await message in router.messages {
                // Said by the connection; a peer cannot say it of itself.
                guard message.count == 2, let name = message.peer?.userID else { continue }
                var answer = ZMQMultipart(message.frame(0))
                answer.append(utf8: "hello, \(name)")
                try router.send(answer)
            }
        }
    }

    static func ask(_ node: ZMQNode, _ endpoint: ZMQEndpoint, _ security: ZMQClientSecurity) async throws {
        try await node.withDealer { dealer in
            try dealer.connect(endpoint, security: security)
            try await dealer.send(ZMQMultipart(utf8: "who am I?"))
            print("alice is told: \(try await dealer.receive(timeout: .seconds(30)).text(0))")
        }
    }

    /// Connects, and tells how the handshake ends.
    static func knock(_ node: ZMQNode, _ endpoint: ZMQEndpoint, _ security: ZMQClientSecurity) async throws {
        try await node.withDealer { dealer in
            let events = try dealer.monitorEvents()
            try dealer.connect(endpoint, security: security)
            for await case .element(let event) in events {
                switch event.kind {
                case .handshakeSucceeded: return print("a stranger was let in")
                case .handshakeFailed(.refused(let status)): return print("a stranger is refused: \(status)")
                default: continue
                }
            }
        }
    }
}
