internal import NIOCore

extension SocketAddress {
    /// Whether only this machine has it.
    var isLoopback: Bool {
        guard let text = ipAddress else { return false }
        return text.hasPrefix("127.") || text == "::1" || text.hasPrefix("::ffff:127.")
    }
}
