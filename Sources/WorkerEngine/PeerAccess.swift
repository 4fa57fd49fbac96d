package import Messages

/// Who calls, and what they may do.
package struct PeerAccess: Sendable, Hashable {
    /// How a peer reaches the service.
    package enum Transport: String, Sendable, Hashable {
        /// Over a socket file that only one user can open.
        case local
        /// Over TCP on this machine, without a key.
        case loopback
        /// Over TCP, by a key.
        case curve
    }

    /// What the peer is called: by the list of clients, or by how it came.
    package let name: String
    /// What it may do.
    package let role: PeerRole
    /// How it came.
    package let transport: Transport

    package init(name: String, role: PeerRole, transport: Transport) {
        self.name = name
        self.role = role
        self.transport = transport
    }

    /// A process of the user who runs the service.
    package static let local = PeerAccess(name: Transport.local.rawValue, role: .operate, transport: .local)
}
