internal import ArgumentParser

/// Where the program listens.
struct ListenAddress: ExpressibleByArgument, Sendable, Hashable {
    let host: String
    /// 0 for one that is free.
    let port: Int

    /// The usual one.
    static let usual = ListenAddress(host: "127.0.0.1", port: 7_100)

    private init(host: String, port: Int) {
        (self.host, self.port) = (host, port)
    }

    /// Reads `127.0.0.1:7100`, `[::1]:7100`, `::1:7100` or `localhost:7100`; `nil` for another text.
    ///
    /// What follows the last colon is the port, with and without brackets around an IPv6 address.
    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"), let port = UInt16(argument[argument.index(after: colon)...])
        else {
            return nil
        }
        var host = String(argument[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        // An IPv6 address without its last part, where the port was forgotten.
        guard !host.hasSuffix(":") || host.hasSuffix("::") else { return nil }
        guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || ".:-".contains($0) }) else { return nil }
        self.init(host: host, port: Int(port))
    }

    /// Whether only this machine reaches it.
    var isLoopback: Bool { ["localhost", "::1"].contains(host) || host.hasPrefix("127.") }

    /// The address as a URL has it.
    ///
    /// - Parameter port: The one that was found where this one is 0.
    func url(port: Int) -> String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "http://\(name):\(port)"
    }
}
