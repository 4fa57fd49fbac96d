internal import CPostgreSQL
internal import ReplicatedLog

/// A connection string as libpq reads it, host by host.
///
/// libpq would try the hosts by itself, but without a limit of time for each when nothing may wait: a machine that is gone
/// would keep all those after it from being tried.
struct ConnectionSettings {
    /// A keyword of libpq and its value.
    struct Setting: Hashable {
        let keyword: String
        let value: String
    }

    /// One of the hosts; empty parts are libpq's defaults.
    struct Host: Hashable {
        let name: String
        let address: String
        let port: String
    }

    /// In the order in which they are tried.
    let hosts: [Host]
    /// How long one address may take.
    let connectTimeout: Duration
    private let others: [Setting]

    /// Reads a connection string: a URI, or keywords and values.
    ///
    /// - Parameters:
    ///   - text: As the manual of libpq has it.
    ///   - statementTimeout: How long the server works on one statement, unless the text says otherwise.
    /// - Throws: ``LogError`` with `misconfigured`; its message has none of the values.
    init(_ text: String, statementTimeout: Duration) throws(LogError) {
        guard !text.utf8.contains(0) else {
            throw LogError(.misconfigured, "The connection string has a NUL character")
        }
        var values = try Self.parse(text)
        // Those from the environment come after what the text says. A service file has hosts of its own, which only libpq sees.
        let defaults = Self.defaults()
        if values["service"] == nil {
            for keyword in ["host", "hostaddr", "port"] where values[keyword] == nil {
                values[keyword] = defaults[keyword]
            }
        }
        if values["target_session_attrs"] == nil, defaults["target_session_attrs"] ?? "any" == "any" {
            values["target_session_attrs"] = "read-write"
        }
        if values["application_name"] == nil { values["fallback_application_name"] = "jangteo" }
        values["client_encoding"] = "UTF8"
        // Ours first, so that the text may say otherwise. A repeatable read would find conflicts where there are none; a
        // warning that is not told would hide a commit that has not waited for its standby.
        values["options"] =
            "-c statement_timeout=\(statementTimeout.milliseconds) -c lock_timeout=\(statementTimeout.milliseconds)"
            + " -c default_transaction_isolation=read\\ committed -c client_min_messages=warning "
            + (values["options"] ?? "")
        connectTimeout =
            values["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? .seconds($0) : nil } ?? .seconds(3)
        hosts = try Self.hosts(values["host"] ?? "", values["hostaddr"] ?? "", values["port"] ?? "")
        for keyword in ["host", "hostaddr", "port", "connect_timeout"] { values[keyword] = nil }
        others = values.sorted { $0.key < $1.key }.map { Setting(keyword: $0.key, value: $0.value) }
    }

    /// All keywords for one host.
    func settings(for host: Host) -> [Setting] {
        let place = [("host", host.name), ("hostaddr", host.address), ("port", host.port)]
        return others + place.filter { !$0.1.isEmpty }.map { Setting(keyword: $0.0, value: $0.1) }
    }

    private static func hosts(_ names: String, _ addresses: String, _ ports: String) throws(LogError) -> [Host] {
        func list(_ text: String) -> [String] {
            text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let (names, addresses, ports) = (list(names), list(addresses), list(ports))
        let count = max(names.count, addresses.count, 1)
        guard names.isEmpty || addresses.isEmpty || names.count == addresses.count else {
            throw LogError(
                .misconfigured,
                "The connection string has \(names.count) hosts and \(addresses.count) addresses"
            )
        }
        guard ports.count <= 1 || ports.count == count else {
            throw LogError(.misconfigured, "The connection string has \(count) hosts and \(ports.count) ports")
        }
        for port in ports where !port.isEmpty && !(1...65_535).contains(Int(port) ?? 0) {
            throw LogError(.misconfigured, "The connection string has a port that is not 1 to 65535")
        }
        return (0..<count).map { index in
            Host(
                name: names.isEmpty ? "" : names[index],
                address: addresses.isEmpty ? "" : addresses[index],
                port: ports.count == 1 ? ports[0] : ports.isEmpty ? "" : ports[index]
            )
        }
    }

    private static func parse(_ text: String) throws(LogError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &message) else {
            defer { unsafe PQfreemem(message) }
            let reason = unsafe message.map { unsafe String(cString: $0) } ?? "there is no memory to read it"
            throw LogError(.misconfigured, "The connection string cannot be read: \(withoutQuotations(reason))")
        }
        defer { unsafe PQconninfoFree(options) }
        return unsafe values(of: options)
    }

    private static func defaults() -> [String: String] {
        guard let options = unsafe PQconndefaults() else { return [:] }
        defer { unsafe PQconninfoFree(options) }
        return unsafe values(of: options)
    }

    private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val, unsafe value.pointee != 0 {
                unsafe values[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return values
    }

    /// libpq quotes what it did not understand, and a password may be part of that.
    private static func withoutQuotations(_ text: String) -> String {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        let safe = parts.enumerated().map { index, part in index.isMultiple(of: 2) || part.count < 2 ? part : "…" }
        return safe.joined(separator: "\"").filter { !$0.isNewline }
    }
}

extension Duration {
    /// At least 1.
    fileprivate var milliseconds: Int64 {
        max(1, components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
