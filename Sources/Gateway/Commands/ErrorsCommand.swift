internal import ArgumentParser
internal import Messages
internal import WireJSON

/// `gateway errors`.
struct ErrorsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "errors",
        abstract: "Show the errors that services give."
    )

    @Argument(
        parsing: .allUnrecognized,
        help: "A code (1010, -32601) or a part of a reason (stock); without it, all of them."
    )
    var words: [String] = []

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let reasons = try ErrorSearch.find(words)
        if session.settings.isJSON {
            try session.output.write(bytes: Self.document(reasons))
        } else {
            try session.output.write(Self.table(reasons, session.texts))
        }
        return .ok
    }

    static func table(_ reasons: [ErrorReason], _ texts: Texts) -> Table {
        var table = Table(
            (texts.code, .right),
            (texts.reason, .left),
            (texts.retry, .left),
            (texts.outcome, .left),
            (texts.meaning, .left)
        )
        for reason in reasons {
            table.add(
                .init("\(reason.code)"),
                .init(reason.rawValue, .strong),
                .init(texts.retry(reason.retry)),
                .init(texts.outcome(reason.outcome)),
                .init(reason.summary)
            )
        }
        return table
    }

    static func document(_ reasons: [ErrorReason]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for reason in reasons {
            writer.beginObject()
            writer.member("code", reason.code)
            writer.member("reason", reason.rawValue)
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
