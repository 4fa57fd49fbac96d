internal import Messages

/// A form whose outcome nobody knows yet, and what the page offers to find out.
struct UnknownOutcome {
    private let method: String
    private let action: String
    /// What was asked for.
    private let text: String
    private let fields: [(name: String, value: String)]

    /// Offers to send the form again under its key, which does it once.
    init(of form: FormFields, sentTo action: String, called text: String) {
        (method, self.action, self.text, fields) = ("post", action, text, form.all)
    }

    /// Offers to ask for the key again, where nobody knows any more what the form had.
    init(of key: String, by caller: Caller, at page: String, called text: String) {
        (method, action, self.text) = ("get", page, text)
        fields = [("outcome", key), ("by", caller.id)]
    }

    /// As templates take it.
    var context: [String: Any] {
        [
            "method": method, "action": action, "text": text,
            "fields": fields.map { ["name": $0.name, "value": $0.value] },
        ]
    }
}

extension Problem {
    /// Whether what was asked for may have happened.
    var isOutcomeUnknown: Bool { error?.outcome == .unknown }
}
