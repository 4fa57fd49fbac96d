internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON

struct ErrorsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "List the errors that services return."
    )

    @Argument(
        parsing: .allUnrecognized,
        help: "A code (1010, -32601) or a part of a reason (stock). Without it, all errors are listed.",
        completion: Completions.errors
    )
    var words: [String] = []

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let reasons = try ErrorSearch.find(words)
        try session.show(Self.table(of: reasons, in: session.texts), or: Self.document(reasons))
        return .ok
    }

    static func table(of reasons: [ErrorReason], in texts: Texts) -> Table {
        texts.table(
            of: reasons,
            dropping: [2, 3, 4],
            .init("code", .right) { "\($0.code)" },
            .init("reason", .whole) { .init($0.word, .strong) },
            .init("retry", .left) { .init(texts.retry($0.retry)) },
            .init("outcome", .left) { .init(texts["outcome_\($0.outcome.rawValue)"]) },
            .init("meaning", .left) { .init(texts.meaning(of: $0)) }
        )
    }

    static func document(_ reasons: [ErrorReason]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for reason in reasons {
            writer.beginObject()
            writer.member("code", reason.code)
            writer.member("reason", reason.word)
            writer.member("type", reason.problemType)
            writer.member("status", reason.status)
            writer.member("retry", reason.retry.rawValue)
            writer.member("outcome", reason.outcome.rawValue)
            writer.member("message", reason.summary)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }
}

enum ErrorSearch {
    /// The errors that any of the words means; all of them without a word.
    ///
    /// - Parameter words: Codes, or parts of reasons or problem types in any case.
    /// - Throws: ``UsageError`` for a word that means none.
    static func find(_ words: [String]) throws(UsageError) -> [ErrorReason] {
        guard !words.isEmpty else { return ErrorReason.suite }
        var found: Set<ErrorReason> = []
        for word in words {
            let meant = ErrorReason.suite.filter { matches($0, word: word) }
            guard !meant.isEmpty else {
                let near = NearestNames.find(word, in: ErrorReason.suite.map(\.word))
                guard !near.isEmpty else {
                    throw UsageError("no error is called '\(word.printable)': see them all with: errors")
                }
                throw UsageError(
                    "no error is called '\(word.printable)': did you mean \(near.joined(separator: " or "))?"
                )
            }
            found.formUnion(meant)
        }
        return ErrorReason.suite.filter(found.contains)
    }

    private static func matches(_ reason: ErrorReason, word: String) -> Bool {
        // Shells and people drop the sign of the codes that JSON-RPC has below zero.
        if let code = Int(word) { return reason.code == code || reason.code == -code }
        let word = word.lowercased()
        guard !word.isEmpty else { return false }
        return reason.word.lowercased().contains(word) || reason.problemType.contains(word)
    }
}
