internal import Messages

/// A form whose outcome nobody knows yet: the page offers to send it again under its key, which does it once.
struct UnknownOutcome {
    let action: String
    /// What was asked for.
    let text: String
    /// What the form had; empty when that is not known any more.
    var fields: [(name: String, value: String)] = []

    /// As templates take it.
    var context: [String: Any] {
        ["action": action, "text": text, "fields": fields.map { ["name": $0.name, "value": $0.value] }]
    }
}

extension Problem {
    /// Whether what was asked for may have happened.
    var isOutcomeUnknown: Bool { error?.outcome == .unknown }
}
