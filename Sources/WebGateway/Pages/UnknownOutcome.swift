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

extension PageRequest {
    /// What a form is answered with whose write failed.
    ///
    /// - Parameters:
    ///   - key: That of the write.
    ///   - path: The page that shows what became of it.
    ///   - page: Makes the page that says so. Where that fails too and nobody knows whether the write was done, a browser is sent to
    ///     where it learns that once the service is back: the form cannot be sent again under another key.
    func answer(
        to problem: Problem,
        of key: String?,
        at path: String,
        page: () async throws(Problem) -> Page
    ) async throws(Problem) -> PageAnswer {
        do throws(Problem) {
            return .page(try await page())
        } catch {
            guard problem.isOutcomeUnknown else { throw error }
            return outcome(of: key, at: path)
        }
    }
}

extension Problem {
    /// Whether what was asked for may have happened.
    var isOutcomeUnknown: Bool { error?.outcome == .unknown }
}
