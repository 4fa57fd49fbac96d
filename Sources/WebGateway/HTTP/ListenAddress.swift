internal import ArgumentParser
internal import Hummingbird

/// Where the program listens.
enum ListenAddress: ExpressibleByArgument, Sendable, Hashable, CustomStringConvertible {
    /// A port of a host, 0 for one that is free; an IPv6 address has no brackets.
    case tcp(host: String, port: Int)
    /// A socket in the file system.
    case unix(path: String)

    /// The usual one.
    static let usual = ListenAddress.tcp(host: "127.0.0.1", port: 7_100)

    private static let unixPrefix = "unix:"
    /// The most bytes of the path of a socket: unix(7), less the byte at its end.
    private static let maxPathBytes = 107

    /// Reads `127.0.0.1:7100`, `[::1]:7100`, `::1:7100`, `localhost:7100` or `unix:/run/web.sock`; `nil` for another text.
    ///
    /// What follows the last colon is the port, with and without brackets around an IPv6 address.
    init?(argument: String) {
        if argument.hasPrefix(Self.unixPrefix) {
            let path = String(argument.dropFirst(Self.unixPrefix.count))
            guard 1...Self.maxPathBytes ~= path.utf8.count, !path.utf8.contains(0), !path.hasSuffix("/") else {
                return nil
            }
            self = .unix(path: path)
            return
        }
        guard let colon = argument.lastIndex(of: ":"), let port = UInt16(argument[argument.index(after: colon)...])
        else {
            return nil
        }
        var host = String(argument[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        // An IPv6 address without its last part, where the port was forgotten.
        guard !host.hasSuffix(":") || host.hasSuffix("::") else { return nil }
        guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || ".:-".contains($0) }) else { return nil }
        self = .tcp(host: host, port: Int(port))
    }

    /// Whether only this machine reaches it.
    var isLoopback: Bool {
        switch self {
        case .tcp(let host, _): Loopback.isHost(host)
        case .unix: true
        }
    }

    var isUnix: Bool {
        guard case .unix = self else { return false }
        return true
    }

    /// As messages name it.
    var description: String {
        switch self {
        case .tcp(let host, let port): "\(host):\(port)"
        case .unix(let path): Self.unixPrefix + path
        }
    }

    /// The same for the server.
    var bindAddress: BindAddress {
        switch self {
        case .tcp(let host, let port): .hostname(host, port: port)
        case .unix(let path): .unixDomainSocket(path: path)
        }
    }

    /// The address as a URL has it; that of a unix socket as it is named here.
    ///
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - port: The one that was found where this one is 0.
    func url(scheme: String, port: Int?) -> String {
        guard case .tcp(let host, let known) = self else { return description }
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port ?? known)"
    }
}
