internal import Messages

/// The methods that every service answers, with what `service.info` says of them.
enum StandardMethods {
    static let all = [
        (name: ServiceMethod.ping, summary: "Who is there."),
        (name: ServiceMethod.info, summary: "Who is there, since when, with which methods, and where."),
        (name: ServiceMethod.stats, summary: "What it has done and how long that took."),
        (name: ServiceMethod.health, summary: "Whether it takes work, and if not, why."),
        (name: ServiceMethod.drain, summary: "Finish what was accepted, then end."),
        (name: ServiceMethod.discover, summary: "The OpenRPC document."),
    ]

    static func contains(_ method: String) -> Bool {
        all.contains { $0.name == method }
    }
}
