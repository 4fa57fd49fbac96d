public import Logging

/// What a service is told when it is made.
public struct ServiceStart: Sendable {
    /// Where it says what happens.
    public let log: Logger
    /// The directory of durable data; for what a service keeps outside its store.
    public let stateDirectory: String
}
