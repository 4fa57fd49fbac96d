internal import ArgumentParser
internal import Messages
internal import WireJSON
internal import WorkerClient

/// `gateway calc press`.
struct CalcPressCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "press",
        abstract: "Press keys of the calculator's keypad.",
        discussion: """
            Shows the history and the display. With --json the result has a state: give it to --state to go on \
            from there.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: """
            The keys: AC CE +/- 00 and so on as words of their own; a word that is no key is one key per character, \
            such as 12+3=.
            """
    )
    var keys: [String]

    @Option(help: ArgumentHelp("The state to begin with, as --json gave it; default: a new keypad.", valueName: "json"))
    var state: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        // Passed on as it is: whether it is a state of a keypad is for the service to say.
        let state = try CallParams.parse(state.map { Array($0.utf8) })
        return try await session.withCaller(of: .calc) { caller in
            let keypad = try caller.decode(await caller.read(CalcMethod.keys.name), of: CalcMethod.keys.name) {
                CalcKeysResult($0)
            }
            let known = keypad.rows.flatMap { $0 } + keypad.spellings.map(\.spelling)
            // The argument parser leaves the word that ends options among what it does not know.
            let words = keys.first == "--" ? Array(keys.dropFirst()) : keys
            let keys = KeyWords.keys(words, known: Set(known))
            let reply = try await caller.read(CalcMethod.press.name, Self.params(keys, state: state))
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let result = try caller.decode(reply, of: CalcMethod.press.name) { CalcPressResult($0) }
            try session.output.write(Self.lines(result, session.output.palette))
            let refused = zip(keys, result.accepted).filter { !$0.1 }.map(\.0)
            if !refused.isEmpty { session.output.note(session.texts.notAccepted(refused)) }
            return .ok
        }
    }

    private static func params(_ keys: [String], state: [UInt8]?) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("keys")
        writer.beginArray()
        for key in keys { writer.string(key) }
        writer.endArray()
        if let state { writer.member("state", raw: state) }
        writer.endObject()
        return writer.bytes
    }

    /// The rows of the history, and under them the display with the operator in front of it.
    static func lines(_ result: CalcPressResult, _ palette: Palette) -> [String] {
        let rows = result.history.map { ($0.operator.printable, $0.operand.printable) }
        let shown = (result.state.isResult ? "=" : result.operator.printable, result.display.printable)
        let width = (rows + [shown]).map { DisplayWidth.of($0.1) }.max() ?? 0
        let lines = (rows + [shown]).map { sign, number in
            let padding = String(repeating: " ", count: 1 - min(1, DisplayWidth.of(sign)))
            return sign + padding + String(repeating: " ", count: 1 + width - DisplayWidth.of(number)) + number
        }
        return lines.dropLast() + lines.suffix(1).map { palette.paint($0, .strong) }
    }
}
