/// Where spans are sent.
struct CollectorEndpoint: Sendable, Hashable {
    let host: String
    let port: String
    let path: String

    /// - Parameters:
    ///   - text: A URL such as `http://127.0.0.1:4318`.
    ///   - variable: The variable that it stands in.
    ///   - suffix: What is added to its path.
    /// - Throws: ``TracingError`` for what is none, and for https.
    init(_ text: String, in variable: String, adding suffix: String) throws(TracingError) {
        func refusal(_ reason: String) -> TracingError { TracingError(.configuration, "\(variable): \(reason)") }
        guard !text.lowercased().hasPrefix("https://") else {
            throw refusal(
                "https is not supported: name a collector on this machine, over http, and let that one encrypt"
            )
        }
        let refused = refusal("'\(text)' is no address such as http://127.0.0.1:4318")
        guard text.lowercased().hasPrefix("http://"),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains(where: { "?#@".contains($0) })
        else { throw refused }
        let rest = text.dropFirst("http://".count)
        let authority = rest.prefix { $0 != "/" }
        var base = rest.dropFirst(authority.count)
        while base.hasSuffix("/"), !suffix.isEmpty { base = base.dropLast() }
        path = base.isEmpty && suffix.isEmpty ? "/" : base + suffix
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw refused }
            host = String(authority[authority.index(after: authority.startIndex)..<end])
            let behind = authority[authority.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw refused }
            port = behind.isEmpty ? "80" : String(behind.dropFirst())
        } else {
            // An IPv6 address may come without its brackets, as Kubernetes has it in variables; then there is a port behind it.
            let colon = authority.lastIndex(of: ":")
            host = String(authority[..<(colon ?? authority.endIndex)])
            port = colon.map { String(authority[authority.index(after: $0)...]) } ?? "80"
            let isAddress = host.contains("::") || host.count(where: { $0 == ":" }) == 7
            // One without its last part is one where the port was forgotten.
            guard !host.contains(":") || isAddress && (!host.hasSuffix(":") || host.hasSuffix("::")) else {
                throw refused
            }
        }
        guard !host.isEmpty, UInt16(port).map({ $0 > 0 }) == true else { throw refused }
    }

    /// As the header `Host` has it.
    var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
