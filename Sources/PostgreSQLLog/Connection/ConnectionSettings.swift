internal import CPostgreSQL
internal import Platform
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
    /// Whether a server that takes no writes is passed over.
    ///
    /// It is asked itself: libpq would look at what was said at the start, and a pool (PgBouncer) goes on to say what its server
    /// said before a failover.
    let needsWrites: Bool
    /// How long one address may take.
    let connectTimeout: Duration
    private let others: [Setting]
    /// Whether the text has options of its own, which no server may go without.
    private let hasOptions: Bool
    /// Whether someone has said how the server proves who it is.
    private let isTLSChosen: Bool

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
        // What the text does not say is in a service file or the environment, in this order.
        let effective = Self.effective(values)
        let defaults = Self.defaults()
        // Host by host like those of the text: libpq would take its time with the hosts of a service file.
        for keyword in ["host", "hostaddr", "port", "connect_timeout"] where values[keyword] == nil {
            values[keyword] = effective[keyword]
        }
        // `prefer` is what libpq says when nobody has said anything, so it counts only where it can be seen.
        isTLSChosen = values["sslmode"] != nil || effective["sslmode"] ?? "prefer" != "prefer"
        if effective["require_auth"] == nil {
            values["require_auth"] = Self.authentication(
                libpq: Int(PQlibVersion()),
                hasPassword: effective["password"] != nil
            )
        }
        let target =
            values["target_session_attrs"]
            ?? defaults["target_session_attrs"].flatMap { $0 == "any" ? nil : $0 }
        needsWrites = [nil, "read-write", "primary"].contains(target)
        if needsWrites { values["target_session_attrs"] = "any" }
        if values["application_name"] == nil { values["fallback_application_name"] = "jangteo" }
        values["client_encoding"] = "UTF8"
        hasOptions = effective["options"] != nil
        let milliseconds = max(1, statementTimeout.milliseconds)
        // Ours first, so that the text may say otherwise. A repeatable read would find conflicts where there are none; a
        // warning that is not reported would hide a commit that has not waited for its standby.
        values["options"] =
            "-c statement_timeout=\(milliseconds) -c lock_timeout=\(milliseconds)"
            + " -c default_transaction_isolation=read\\ committed -c client_min_messages=warning "
            + (values["options"] ?? "")
        connectTimeout =
            values["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? .seconds($0) : nil } ?? .seconds(3)
        hosts = try Self.hosts(values["host"] ?? "", at: values["hostaddr"] ?? "", ports: values["port"] ?? "")
        for keyword in ["host", "hostaddr", "port", "connect_timeout"] { values[keyword] = nil }
        others = values.sorted { $0.key < $1.key }.map { Setting(keyword: $0.key, value: $0.value) }
    }

    /// Whether a host that takes no `options` (PgBouncer) may be connected to without them: ours are good to have, no more.
    var areOptionsDispensable: Bool { !hasOptions }

    /// All keywords for one host.
    ///
    /// - Parameter withOptions: Whether the server is given `options`.
    func settings(for host: Host, withOptions: Bool = true) -> [Setting] {
        let place = [("host", host.name), ("hostaddr", host.address), ("port", host.port)]
        // Over a network any server could answer, and would get all that the stream has.
        let security = isTLSChosen || host.isOnThisMachine ? [] : [("sslmode", "verify-full")]
        return others.filter { withOptions || $0.keyword != "options" }
            + (place + security).filter { !$0.1.isEmpty }.map { Setting(keyword: $0.0, value: $0.1) }
    }

    private static func list(_ text: String) -> [String] {
        text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func hosts(_ names: String, at addresses: String, ports: String) throws(LogError) -> [Host] {
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

    /// What a server may ask for as the proof of a password; `nil` where libpq has no such setting (before version 16).
    ///
    /// Where a password is kept in a file, libpq finds it only when it is asked for: then nothing but what gives it away is refused.
    static func authentication(libpq version: Int, hasPassword: Bool) -> String? {
        guard version >= 160_000 else { return nil }
        return hasPassword ? "scram-sha-256" : "!password,!md5"
    }

    /// Refuses a text that has a password in it, however it is written, because everybody could read it there.
    ///
    /// - Parameter text: A connection string from a command line. What cannot be read is refused where it is used.
    /// - Throws: ``LogError`` with `misconfigured`.
    static func refuseSecrets(inArgument text: String) throws(LogError) {
        var message: UnsafeMutablePointer<CChar>?
        defer { unsafe PQfreemem(message) }
        guard !text.utf8.contains(0), let options = unsafe PQconninfoParse(text, &message) else { return }
        defer { unsafe PQconninfoFree(options) }
        // libpq marks what is not to be shown while it is typed.
        let secrets = unsafe values(of: options) { unsafe $0.pointee == CChar(UInt8(ascii: "*")) }
        guard let keyword = secrets.keys.min() else { return }
        let secret = keyword == "password" ? "a password" : keyword
        throw LogError(
            .misconfigured,
            "The connection string in the command line has \(secret), which everybody on this machine can read"
                + " there: use ~/.pgpass, a file named by PGPASSFILE or a service file, or give the string in JANGTEO_LOG"
        )
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

    /// All that libpq would use: what is given, of a service file, of the environment, and its own.
    private static func effective(_ values: [String: String]) -> [String: String] {
        var text: [CChar] = []
        // Of a keyword that comes twice the last one counts; this one is refused before anything is connected.
        let settings = values.map { ($0.key, $0.value) } + [("target_session_attrs", "none")]
        for (keyword, value) in settings { text += Array(keyword.utf8CString) + Array(value.utf8CString) }
        var warnings = CPostgreSQL_Warnings()
        return unsafe withUnsafeMutablePointer(to: &warnings) { warnings in
            guard let handle = unsafe CPostgreSQL_connect(text, CInt(settings.count), warnings) else { return [:] }
            defer { unsafe PQfinish(handle) }
            guard let options = unsafe PQconninfo(handle) else { return [:] }
            defer { unsafe PQconninfoFree(options) }
            return unsafe Self.values(of: options)
        }
    }

    /// - Parameter isWanted: Decides by how the value is to be shown: `*` for secrets.
    private static func values(
        of options: UnsafeMutablePointer<PQconninfoOption>,
        where isWanted: (UnsafeMutablePointer<CChar>) -> Bool = { _ in true }
    ) -> [String: String] {
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let display = unsafe option.pointee.dispchar, unsafe isWanted(display),
                let value = unsafe option.pointee.val, unsafe value.pointee != 0
            {
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
