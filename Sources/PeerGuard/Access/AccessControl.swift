internal import Glibc
package import Logging
internal import Messages
package import WorkerEngine
package import ZeroMQ

/// Lets peers in and knows who they are, as long as a service runs.
///
/// Belongs to the node's thread. Its answers come from memory: the list of clients is read at the start and on SIGHUP.
package final class AccessControl {
    /// The least time between two lines about those who were not let in.
    private static let quietInterval: Duration = .seconds(10)

    private let node: ZMQNode
    private let log: Logger
    private let policy: AccessPolicy
    private let loopback: PeerAccess?
    private var allowed = AllowList()
    private var authenticator: ZMQAuthenticator?
    /// The key that the probe shows, while it does.
    private var probeKey: CurvePublicKey?
    private var refusals = Refusals()
    private var quietTimer: ZMQTimer?
    /// Why the list of clients could not be read again; no new client is accepted while that is so.
    private var isListUnreadable = false
    /// Whether one more connection of a client to the endpoints of a domain is to be made.
    package var mayConnect: (_ client: String, _ domain: String) -> Bool = { _, _ in true }

    /// Reads the list of clients, and answers from now on who may come; does nothing where only the user can come.
    ///
    /// - Parameters:
    ///   - policy: How endpoints are guarded.
    ///   - areShared: Whether others than the user can reach some.
    ///   - node: The thread of their sockets.
    ///   - log: Where it says who was not let in.
    /// - Throws: ``WorkerError`` when the list cannot be read or a file of it is wrong, or ``ZMQError``.
    package init(_ policy: AccessPolicy, areShared: Bool, on node: ZMQNode, log: Logger) throws {
        self.policy = policy
        self.node = node
        self.log = log
        guard areShared else {
            loopback = nil
            if case .keys = policy.guarding { log.notice("there are keys, and no TCP endpoint that would ask for one") }
            return
        }
        switch policy.guarding {
        case .none:
            loopback = nil
            return
        case .loopback(let role):
            loopback = PeerAccess(name: PeerAccess.Transport.loopback.rawValue, role: role, transport: .loopback)
        case .keys(_, let directory):
            loopback = nil
            allowed = try AllowList(readingFrom: directory)
            // Anyone who starts the service can still fix it.
            if let fault = allowed.faults.first {
                throw WorkerError(.configuration, "the list of clients is wrong: \(fault.description)")
            }
            if allowed.clients.isEmpty {
                log.warning("the list of clients is empty: nobody gets in", metadata: ["clients": "\(directory)"])
            }
        }
        authenticator = try node.makeAuthenticator { [unowned self] in verdict(on: $0) }
    }

    package func close() {
        authenticator?.close()
        if let quietTimer { node.cancel(quietTimer) }
        quietTimer = nil
        if !refusals.isEmpty { writeRefusals() }
    }

    // MARK: At the door

    private func verdict(on handshake: ZMQHandshake) -> ZMQVerdict {
        switch handshake.credentials {
        case .none:
            return loopback.map { .admitted(userID: $0.name) } ?? .refused
        case .curve(let key):
            if key == probeKey { return .admitted(userID: "probe") }
            if let client = allowed.clients[key] { return verdict(on: client.name, at: handshake.domain) }
            // The probe's stranger is no news.
            if probeKey == nil { refused(.unknownKey, by: "\(key) from \(handshake.address)") }
            return .refused
        }
    }

    private func verdict(on client: String, at domain: String) -> ZMQVerdict {
        guard !isListUnreadable else {
            refused(.unreadableList, by: client)
            return .busy
        }
        guard mayConnect(client, domain) else {
            refused(.busy, by: client)
            return .busy
        }
        return .admitted(userID: client)
    }

    /// Counts what the authenticator does not see: handshakes that end before it is asked.
    package func watch(_ event: ZMQMonitorEvent) {
        guard probeKey == nil, case .handshakeFailed(let failure) = event.kind, event.endpoint.hasPrefix("tcp://")
        else {
            return
        }
        switch failure {
        case .refused: break
        case .protocolError(ZMQHandshakeFailure.otherMechanism): refused(.noKey, by: nil)
        case .protocolError(ZMQHandshakeFailure.undecipherable): refused(.wrongServerKey, by: nil)
        case .protocolError, .interrupted: refused(.broken, by: nil)
        }
    }

    /// How many were refused since the start, by every reason there is.
    package var refusedPeers: [(reason: String, count: Int)] {
        Refusals.Reason.allCases.map { ($0.rawValue, refusals.totals[$0, default: 0]) }
    }

    private func refused(_ reason: Refusals.Reason, by peer: String?) {
        refusals.add(reason, of: peer)
        guard quietTimer == nil else { return }
        writeRefusals()
        beQuiet()
    }

    private func beQuiet() {
        quietTimer = node.schedule(after: Self.quietInterval) { [self] in
            quietTimer = nil
            guard !refusals.isEmpty else { return }
            writeRefusals()
            beQuiet()
        }
    }

    private func writeRefusals() {
        log.warning("refused peers", metadata: refusals.take())
    }

    // MARK: Behind it

    /// Who sent a message; `nil` for someone who may not be here, or not any more.
    ///
    /// - Parameter peer: What the connection knows; `nil` where it was not asked for, because there is no TCP.
    package func access(of peer: ZMQPeer?) -> PeerAccess? {
        guard authenticator != nil else { return .local }
        guard let peer else { return nil }
        if let process = peer.process {
            // Root needs no socket to do what it likes.
            return process.user == geteuid() || process.user == 0 ? .local : nil
        }
        guard let key = peer.publicKey else { return peer.userID == nil ? nil : loopback }
        if let client = allowed.clients[key] { return client }
        refused(.revokedKey, by: "\(peer.userID ?? "") \(key) from \(peer.address ?? "")")
        return nil
    }

    /// Reads the list of clients again; all of it counts from the next request and the next handshake on.
    ///
    /// - Returns: Whether someone lost what they had: their connections are to be ended.
    package func reload() -> Bool {
        guard authenticator != nil, case .keys(_, let directory) = policy.guarding else { return false }
        let next: AllowList
        do {
            next = try AllowList(readingFrom: directory)
        } catch {
            isListUnreadable = true
            log.error(
                "the list of clients cannot be read: no new connection is accepted until it can; those that exist stay",
                metadata: ["error": "\(error)"]
            )
            return false
        }
        isListUnreadable = false
        for fault in next.faults {
            log.error("a client was left out of the list", metadata: ["error": "\(fault.description)"])
        }
        let (added, removed) = (next.names(missingIn: allowed), allowed.names(missingIn: next))
        allowed = next
        log.info(
            "read the list of clients again",
            metadata: [
                "clients": "\(next.clients.count)",
                "added": "\(added.joined(separator: ","))",
                "removed": "\(removed.joined(separator: ","))",
            ]
        )
        return !removed.isEmpty
    }

    // MARK: The probe

    /// Lends `body` a key pair that is let in while it runs, and may do nothing.
    package func withProbe(_ body: (_ server: CurvePublicKey, _ probe: CurveKeyPair) async throws -> Void) async throws
    {
        guard case .keys(let keys, _) = policy.guarding else { return }
        let probe = try CurveKeyPair.generate()
        probeKey = probe.publicKey
        defer { probeKey = nil }
        try await body(keys.publicKey, probe)
    }
}
