internal import HTTPTypes
internal import Hummingbird

/// What a browser would call this server, by one request: scheme and host.
struct RequestOrigin: Sendable, Hashable {
    /// `http` or `https`; `nil` where only a proxy knows.
    let scheme: String?
    /// The host, and the port if it is named.
    let host: String?

    /// - Parameter isBehindProxy: Whether a proxy stands before us, and says what it was asked for.
    init(_ request: Request, isBehindProxy: Bool) {
        guard isBehindProxy else {
            (scheme, host) = (request.head.scheme ?? "http", request.head.authority)
            return
        }
        scheme = Self.first(request.headers[.forwardedProto])?.lowercased()
        host = Self.first(request.headers[.forwardedHost]) ?? request.head.authority
    }

    init(scheme: String?, host: String?) {
        (self.scheme, self.host) = (scheme, host)
    }

    /// Whether an `Origin` is that of this server.
    func isOrigin(_ origin: String) -> Bool {
        guard let host = host?.lowercased() else { return false }
        return ["http", "https"].contains { known in
            (scheme == nil || scheme == known) && origin == "\(known)://\(Self.trimmed(host, of: known))"
        }
    }

    /// Whether the host is one that no other machine can have: a page of another name may well lead to this server, but
    /// is somebody else's.
    var isLoopback: Bool {
        guard let host else { return true }
        let name = Self.withoutPort(host)
        guard name.hasPrefix("["), name.hasSuffix("]") else { return Loopback.isName(name) }
        return Loopback.isHost(String(name.dropFirst().dropLast()))
    }

    /// Whether the browser has come over HTTPS: a proxy that does not say speaks it, unless it is of the browser's own machine.
    var isSecure: Bool { scheme.map { $0 == "https" } ?? !isLoopback }

    /// Whether the browser has come to the HTTPS site of a host: by the usual port, and not to its own machine.
    var isSecureSite: Bool {
        guard let host, isSecure, !isLoopback else { return false }
        let name = Self.trimmed(host, of: "https")
        return Self.withoutPort(name) == name
    }

    /// Of several proxies the one that the browser spoke to has written the first.
    private static func first(_ field: String?) -> String? {
        field?.split(separator: ",").first.map { $0.drop { $0 == " " } }.map { part in
            String(part.prefix { $0 != " " })
        }
    }

    /// A browser leaves out the port that is usual.
    private static func trimmed(_ host: String, of scheme: String) -> String {
        let usual = scheme == "https" ? ":443" : ":80"
        return host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
    }

    private static func withoutPort(_ host: String) -> String {
        guard let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) else { return host }
        guard host.utf8[colon...].dropFirst().allSatisfy(isDigit) else { return host }
        return String(host[..<colon])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// What proxies add to the requests that they hand on.
enum ForwardedFields {
    private static let names: Set<String> = ["forwarded", "via", "x-real-ip"]
    private static let prefix = "x-forwarded-"

    /// The name of one that a request has; `nil` when nothing says that it came through a proxy.
    static func first(in request: Request) -> String? {
        request.headers.first { names.contains($0.name.canonicalName) || $0.name.canonicalName.hasPrefix(prefix) }?.name
            .rawName
    }
}
