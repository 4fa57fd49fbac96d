package import Logging

/// What a service is Called when it is made.
package struct ServiceStart: Sendable {
    /// Where it says what happens.
    package let log: Logger
    /// The directory of durable data; for what a service keeps outside its store.
    package let stateDirectory: String
}
