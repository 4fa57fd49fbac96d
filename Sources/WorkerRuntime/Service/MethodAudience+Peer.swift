internal import Glibc
internal import ZeroMQ

extension MethodAudience {
    /// Whether a peer belongs to it; one of whom the connection says nothing is a stranger.
    func contains(_ peer: ZMQPeer?) -> Bool {
        switch self {
        case .everyone: true
        case .operators: peer?.process?.user == geteuid()
        }
    }
}
