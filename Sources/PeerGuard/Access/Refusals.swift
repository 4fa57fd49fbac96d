internal import Logging

/// Those who were not let in, counted so that a flood of them is a few lines in the log.
struct Refusals {
    /// Why someone was not let in.
    enum Reason: String, CaseIterable {
        /// With a key that is not in the list.
        case unknownKey = "unknownkey"
        /// Without a key.
        case noKey = "nokey"
        /// With a key, for another server.
        case wrongServerKey = "wrongserverkey"
        /// With a key that was taken out of the list after the connection was made; each request counts.
        case revokedKey = "revokedkey"
        /// A client that has as many connections as it may, or makes new ones too fast.
        case busy
        /// With a key of the list, while that cannot be read.
        case unreadableList = "unreadablelist"
        /// The connection ended, or took too long, or spoke another language.
        case broken
    }

    /// All of them since the start.
    private(set) var totals: [Reason: Int] = [:]
    private var counts: [Reason: Int] = [:]
    private var last: String?

    /// Whether nobody was refused since the last line.
    var isEmpty: Bool { counts.isEmpty }

    /// Counts one.
    ///
    /// - Parameter peer: The key that was shown and the address, where they are known.
    mutating func add(_ reason: Reason, of peer: String?) {
        counts[reason, default: 0] += 1
        totals[reason, default: 0] += 1
        last = peer ?? last
    }

    /// What the next line says; it restarts with the one after.
    mutating func take() -> Logger.Metadata {
        defer { (counts, last) = ([:], nil) }
        var line: Logger.Metadata = ["count": "\(counts.values.reduce(0, +))"]
        for (reason, count) in counts { line[reason.rawValue] = "\(count)" }
        if let last { line["last"] = "\(last)" }
        return line
    }
}
