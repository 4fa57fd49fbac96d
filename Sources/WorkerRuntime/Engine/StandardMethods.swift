internal import Messages

/// The methods that every service answers, with what `service.info` says of them.
enum StandardMethods {
    /// One of them.
    struct Entry {
        let name: String
        let summary: String
        /// What a caller has to be.
        let role: PeerRole

        /// Whether it changes anything.
        var isWrite: Bool { role > .read }

        init(_ name: String, _ summary: String, for role: PeerRole = .read) {
            self.name = name
            self.summary = summary
            self.role = role
        }
    }

    static let all = [
        Entry(ServiceMethod.ping, "Who is there."),
        Entry(ServiceMethod.info, "Who is there, since when, with which methods, and where."),
        Entry(ServiceMethod.stats, "What it has done and how long that took."),
        Entry(ServiceMethod.health, "Whether it takes work, and if not, why."),
        Entry(ServiceMethod.drain, "Finish what was accepted, then end.", for: .operate),
        Entry(ServiceMethod.discover, "The OpenRPC document."),
    ]

    static func named(_ method: String) -> Entry? {
        all.first { $0.name == method }
    }
}
