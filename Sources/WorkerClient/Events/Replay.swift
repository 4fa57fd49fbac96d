internal import Messages

/// A part of the past that a subscriber needs.
struct ReplayRequest: Hashable {
    /// Tells requests for a stream that was left since from those that still count.
    let generation: Int
    let after: Int
    let limit: Int
    /// Whether it finds out if the stream has come as far as `after` at all.
    let isCheck: Bool
}

/// The answer to a ``ReplayRequest``.
struct ReplayPage {
    /// The stream that answered, if it said.
    let epoch: String?
    let events: [CloudEvent]
    /// The position to ask after next.
    let next: Int
    /// Whether that is the newest.
    let isComplete: Bool
}
