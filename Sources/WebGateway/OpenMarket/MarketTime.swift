internal import ArgumentParser
internal import Glibc
internal import ServiceContexts

/// Times in answers to open-market clients: without a zone, in the one that their users live in.
///
/// It is the time zone of this program, which reads no other local time.
enum MarketTime {
    /// That of the server which these clients were written against.
    static let usualZone = "Asia/Seoul"
    /// What needs no database, as it has had no other offset since there are markets: names, and POSIX's texts for them.
    private static let known = [usualZone: "KST-9", "UTC": "UTC0", "Etc/UTC": "UTC0"]

    /// Sets the time zone, before any other thread may ask for it.
    ///
    /// - Throws: `ValidationError` for a name that the system does not know.
    static func use(zone name: String) throws {
        let text = try variable(of: name)
        setenv("TZ", text, 1)
        tzset()
    }

    /// A time in UTC, `yyyy-MM-dd'T'HH:mm:ss`, as it is in the time zone; a text of another form stays as it is.
    static func local(_ text: String) -> String {
        let parts = text.split { "-T:".contains($0) }.compactMap { Int32($0) }
        guard parts.count == 6, text.utf8.count == 19 else { return text }
        var utc = tm()
        (utc.tm_year, utc.tm_mon, utc.tm_mday) = (parts[0] - 1_900, parts[1] - 1, parts[2])
        (utc.tm_hour, utc.tm_min, utc.tm_sec) = (parts[3], parts[4], parts[5])
        var moment = timegm(&utc)
        var local = tm()
        guard localtime_r(&moment, &local) != nil else { return text }
        var written = [UInt8](repeating: 0, count: 32)
        let count = written.withUnsafeMutableBytes { buffer in
            strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &local)
        }
        return String(decoding: written.prefix(count), as: UTF8.self)
    }

    /// What `TZ` has to be for a name of the IANA database: glibc takes UTC for a name that it does not know, without a word.
    ///
    /// - Throws: `ValidationError`.
    static func variable(of name: String) throws -> String {
        let directory = Environment.process["TZDIR"] ?? "/usr/share/zoneinfo"
        let isName =
            name.first?.isLetter == true && !name.contains("..")
            && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
        if isName, isZone(directory + "/" + name) { return ":" + name }
        if let text = known[name] { return text }
        guard access(directory, R_OK) == 0 else {
            throw ValidationError(
                """
                --market-time-zone is '\(name)', and there is no time zone database in \(directory): install it (the package tzdata), \
                or name \(usualZone) or UTC, which need none
                """
            )
        }
        throw ValidationError(
            "--market-time-zone is '\(name)', and \(directory) has no such time zone: a name is like \(usualZone) or Europe/Berlin"
        )
    }

    /// Whether a file is one of a time zone (RFC 9636, section 3.1).
    private static func isZone(_ path: String) -> Bool {
        guard let file = fopen(path, "re") else { return false }
        defer { fclose(file) }
        var magic = [UInt8](repeating: 0, count: 4)
        return fread(&magic, 1, magic.count, file) == magic.count && magic == Array("TZif".utf8)
    }
}
