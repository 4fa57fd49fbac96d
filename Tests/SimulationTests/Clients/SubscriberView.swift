import Messages
import ZeroMQPatterns

@testable import WorkerClient

/// What one life of a subscriber was given: all that the judge goes by.
struct SubscriberView {
    let name: String
    let service: ServiceName
    let start: StreamStart
    var signals: [SubscriberSignal] = []
    /// When it joined, as far as others can tell.
    let born: Int
    /// Whether it was alive at the end, and so has to be complete.
    var isAlive = true
}
