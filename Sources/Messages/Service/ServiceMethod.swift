/// The methods that every service answers.
package enum ServiceMethod {
    /// Who is there.
    package static let ping = "service.ping"
    /// Who is there, since when, with which methods, and where.
    package static let info = "service.info"
    /// What it has done and how long that took.
    package static let stats = "service.stats"
    /// Whether it takes work.
    package static let health = "service.health"
    /// Finish what was accepted, then end.
    package static let drain = "service.drain"
    /// The OpenRPC document.
    package static let discover = "rpc.discover"
    /// What became of a write, by its key.
    package static let outcome = "service.outcome"
    /// The past of the event stream.
    package static let replay = "events.replay"
}
