/// Where spans are sent.
struct CollectorEndpoint: Sendable, Hashable {
    /// `http://` or `https://`.
    let scheme: String
    let host: String
    let port: String
    let path: String

    /// - Parameters:
    ///   - text: A URL such as `http://127.0.0.1:4318`.
    ///   - variable: The variable that it is in.
    ///   - suffix: What is added to its path.
    /// - Throws: ``TracingError`` for what is none.
    init(_ text: String, in variable: String, adding suffix: String) throws(TracingError) {
        let refused = TracingError(
            .configuration,
            "\(variable): '\(text)' is no address such as http://127.0.0.1:4318"
        )
        let scheme = ["http://", "https://"].first(where: text.lowercased().hasPrefix)
        guard let scheme,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains(where: { "?#@".contains($0) })
        else { throw refused }
        self.scheme = scheme
        let standard = scheme == "https://" ? "443" : "80"
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        var base = rest.dropFirst(authority.count)
        while base.hasSuffix("/"), !suffix.isEmpty { base = base.dropLast() }
        path = base.isEmpty && suffix.isEmpty ? "/" : base + suffix
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw refused }
            host = String(authority[authority.index(after: authority.startIndex)..<end])
            let behind = authority[authority.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw refused }
            port = behind.isEmpty ? standard : String(behind.dropFirst())
        } else {
            // An IPv6 address may come without its brackets, as Kubernetes has it in variables; then there is a port behind it.
            let colon = authority.lastIndex(of: ":")
            host = String(authority[..<(colon ?? authority.endIndex)])
            port = colon.map { String(authority[authority.index(after: $0)...]) } ?? standard
            let isAddress = host.contains("::") || host.count(where: { $0 == ":" }) == 7
            // One without its last part is one where the port was forgotten.
            guard !host.contains(":") || isAddress && (!host.hasSuffix(":") || host.hasSuffix("::")) else {
                throw refused
            }
        }
        guard !host.isEmpty, UInt16(port).map({ $0 > 0 }) == true else { throw refused }
    }

    /// The whole of it.
    var url: String { scheme + authority + path }

    /// As the header `Host` has it.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
