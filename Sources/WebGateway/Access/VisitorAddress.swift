internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Where a request comes from, as limits count it.
enum VisitorAddress {
    /// The address of the network, of IPv6 the first 64 bits, which one customer of a provider has; empty where it is not known.
    ///
    /// - Parameter isBehindProxy: Whether a proxy stands before us: it has put whom it serves at the end of `X-Forwarded-For`. What stands
    ///   before that, anybody can have written.
    static func of(_ request: Request, over channel: any Channel, isBehindProxy: Bool) -> String {
        let forwarded = isBehindProxy ? forwarded(request) : nil
        return network(forwarded ?? channel.remoteAddress?.ipAddress ?? "")
    }

    /// Whom the proxy before us has served, by what it has put at the end of `X-Forwarded-For`; `nil` where it has put nothing there.
    static func forwarded(_ request: Request) -> String? {
        guard let field = request.headers[.forwardedFor] else { return nil }
        let last = field.split(separator: ",").last.map { $0.filter { $0 != " " } } ?? ""
        return last.isEmpty ? nil : String(last.prefix(64))
    }

    /// The part of an address that counts; a port behind it does not.
    static func network(_ text: String) -> String {
        var host = text.prefix(64)
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            host = host[..<end].dropFirst()
        } else if host.split(separator: ":", omittingEmptySubsequences: false).count == 2 {
            host = host.prefix { $0 != ":" }
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, String(host), &bytes) == 1 else { return String(host) }
        // An IPv4 address in the form of IPv6 (RFC 4291, section 2.5.5.2).
        if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}
