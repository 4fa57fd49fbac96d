internal import Messages

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
