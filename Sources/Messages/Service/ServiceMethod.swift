/// The methods that every service answers.
public enum ServiceMethod {
    /// Who is there.
    public static let ping = "service.ping"
    /// Who is there, since when, with which methods, and where.
    public static let info = "service.info"
    /// What it has done and how long that took.
    public static let stats = "service.stats"
    /// Whether it takes work.
    public static let health = "service.health"
    /// Finish what was accepted, then end.
    public static let drain = "service.drain"
    /// The OpenRPC document.
    public static let discover = "rpc.discover"
    /// What became of a write, by its key.
    public static let outcome = "service.outcome"
    /// The past of the event stream.
    public static let replay = "events.replay"
}
