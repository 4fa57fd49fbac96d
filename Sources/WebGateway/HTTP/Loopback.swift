internal import Glibc
internal import NIOCore

/// What only this machine reaches: 127.0.0.0/8 (RFC 1122, 3.2.1.3), `::1` (RFC 4291, 2.5.3), and the name of both.
enum Loopback {
    /// Whether a host to listen on, or at the other end of a connection, is of this machine alone; an IPv6 address without brackets.
    static func isHost(_ text: String) -> Bool {
        text.lowercased() == "localhost" || isIPv4(text) || isIPv6(text)
    }

    /// Whether a browser that names a host means its own machine: it looks up no name that ends with `.localhost`
    /// (RFC 6761, 6.3).
    static func isName(_ text: String) -> Bool {
        isHost(text) || text.lowercased().hasSuffix(".localhost")
    }

    private static func isIPv4(_ text: String) -> Bool {
        // Also as some write it: 127.1.
        text.hasPrefix("127.")
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    }

    private static func isIPv6(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return false }
        // Also an IPv4 address in the form of IPv6 (RFC 4291, 2.5.5.2).
        return bytes == [UInt8](repeating: 0, count: 15) + [1]
            || bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127])
    }
}

extension SocketAddress {
    /// Whether only this machine has it.
    var isLoopback: Bool {
        if case .unixDomainSocket = self { return true }
        return ipAddress.map { Loopback.isHost($0) } ?? false
    }
}
