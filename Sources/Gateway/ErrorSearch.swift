internal import Messages

/// Finds rows of the error table.
enum ErrorSearch {
    /// The errors that any of the words means; all of them without a word.
    ///
    /// - Parameter words: Codes, or parts of reasons or problem types in any case.
    /// - Throws: ``UsageError`` for a word that means none.
    static func find(_ words: [String]) throws(UsageError) -> [ErrorReason] {
        guard !words.isEmpty else { return ErrorReason.allCases }
        var found: Set<ErrorReason> = []
        for word in words {
            let meant = ErrorReason.allCases.filter { matches($0, word) }
            guard !meant.isEmpty else {
                let near = NearestNames.find(word, in: ErrorReason.allCases.map(\.rawValue))
                let hint = near.isEmpty ? "see them all with: errors" : "meant \(near.joined(separator: " or "))?"
                throw UsageError("no error is called '\(word.printable)': \(hint)")
            }
            found.formUnion(meant)
        }
        return ErrorReason.allCases.filter(found.contains)
    }

    private static func matches(_ reason: ErrorReason, _ word: String) -> Bool {
        // Shells and people drop the sign of the codes that JSON-RPC has below zero.
        if let code = Int(word) { return reason.code == code || reason.code == -code }
        let word = word.lowercased()
        guard !word.isEmpty else { return false }
        return reason.rawValue.lowercased().contains(word) || reason.problemType.contains(word)
    }
}
