internal import NIOHTTP1

extension HTTPRequestHead {
    /// Leaves one `Host` that says whom the request is for: what the target says in its absolute form, else the field (RFC 9112, 3.2).
    ///
    /// - Returns: Whether the request is valid: with one field, which only HTTP/1.0 may leave out, and that names a host.
    mutating func takeAuthority() -> Bool {
        let hosts = headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && version == .http1_0) else { return false }
        guard hosts.allSatisfy(Self.isAuthority) else { return false }
        guard let named = Self.authority(of: uri) else { return true }
        guard !named.isEmpty, Self.isAuthority(named) else { return false }
        headers.replaceOrAdd(name: "Host", value: named)
        return true
    }

    /// The authority of a target in its absolute form; `nil` for another target.
    private static func authority(of target: String) -> String? {
        guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else { return nil }
        let name = target[..<scheme.lowerBound].lowercased()
        guard name == "http" || name == "https" else { return nil }
        return String(target[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// Whether a text has only what a host and a port are written with (RFC 3986, 3.2.2); none names nobody.
    private static func isAuthority(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-._~%!$&'()*+,;=:[]".utf8.contains(byte)
            }
        }
    }
}
