/// What a service says of itself to everybody: its name, its version, and, as constants, its methods, events and
/// errors.
///
/// Where clients are programs in Swift too, it stands with its messages in a module of its own.
public protocol ServiceAPI: SendableMetatype {
    /// The service's name, the front of its methods and its events.
    static var name: ServiceName { get }
    /// What it does, in one sentence.
    static var summary: String { get }
    /// The version of the service, SemVer.
    static var version: String { get }
}
