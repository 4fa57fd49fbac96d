internal import NIOCore

extension SocketAddress {
    /// Whether only this machine has it.
    var isLoopback: Bool {
        if case .unixDomainSocket = self { return true }
        return ipAddress.map { Loopback.isHost($0) } ?? false
    }
}
