import Messages
import WireJSON
import WorkerClient
import ZeroMQ

/// A service behind CURVE that answers every request with `1`, and says to every subscriber that it is at 0.
actor GuardedService {
    private let node: ZMQNode
    private var allowed: Set<CurvePublicKey>
    private var authenticator: ZMQAuthenticator?
    private var router: RouterSocket?
    private var publisher: XPubSocket?
    private var request = ZMQMultipart()

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    private init(_ node: ZMQNode, _ allowed: Set<CurvePublicKey>) {
        self.node = node
        self.allowed = allowed
    }

    /// Lends a service.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - keys: Its own; `nil` for one that knows nothing of CURVE.
    ///   - allowed: Who may come.
    static func withService<R: Sendable>(
        at address: ServiceAddress,
        _ keys: CurveKeyPair?,
        allowing allowed: CurvePublicKey...,
        body: (GuardedService) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "guarded") { node in
            let service = GuardedService(node, Set(allowed))
            try await service.listen(address, keys)
            return try await body(service)
        }
    }

    /// Lets somebody in from now on.
    func allow(_ key: CurvePublicKey) {
        allowed.insert(key)
    }

    private func listen(_ address: ServiceAddress, _ keys: CurveKeyPair?) throws {
        authenticator = try node.makeAuthenticator { [unowned self] handshake in
            assumeIsolated { service in
                guard case .curve(let key) = handshake.credentials, service.allowed.contains(key) else {
                    return .refused
                }
                return .admitted(userID: "somebody")
            }
        }
        let security = keys.map { ZMQServerSecurity.curve($0, domain: "test") } ?? .local
        let router = try node.makeRouter()
        try router.bind(ZMQEndpoint(parsing: address.rpc), security: security)
        node.whenReadable(router) { [unowned self] in
            assumeIsolated { service in service.answer() }
        }
        let publisher = try node.makeXPub()
        try publisher.bind(ZMQEndpoint(parsing: address.events), security: security)
        node.whenReadable(publisher) {
            while let wish = try? publisher.receiveSubscription() {
                guard wish.isSubscribed, wish.topic.starts(with: EventTopic.syncPrefix.utf8) else { continue }
                var writer = JSONWriter()
                StreamMarker(epoch: "e", sequence: 0, time: 0).write(to: &writer)
                try? publisher.send(ZMQMultipart(wish.topic, writer.bytes))
            }
        }
        (self.router, self.publisher) = (router, publisher)
    }

    private func answer() {
        while let router, (try? router.receive(into: &request)) == true {
            guard request.count > 2, let root = try? JSONReader().read(request.span(of: 2)),
                let id = try? Messages.Request(root).id
            else { continue }
            var writer = JSONWriter()
            ReplyWriter(source: "/juice-service").write(result: [UInt8(ascii: "1")], id: id, to: &writer)
            try? router.send(ZMQMultipart(request.frame(0), [], writer.bytes))
        }
    }
}
