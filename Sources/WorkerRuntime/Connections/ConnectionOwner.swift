internal import ZeroMQ

/// Whose a connection is, as far as limits are concerned.
enum ConnectionOwner: Hashable {
    /// A process of the user, over ipc.
    case process(Int32)
    /// The client of the list whose key it has shown.
    case client(String)
    /// Anybody on this machine, over TCP without keys: who it is nobody can know.
    case anyone

    /// Whether its limit is its own, and not one that it shares with those who would exhaust it.
    var isKnown: Bool { self != .anyone }

    /// The owner by what the authenticator found out; `nil` when it was not asked.
    init?(_ peer: ZMQPeer) {
        if let process = peer.process {
            self = .process(process.id)
        } else if peer.publicKey != nil, let name = peer.userID {
            self = .client(name)
        } else if peer.userID != nil {
            self = .anyone
        } else {
            return nil
        }
    }
}
