internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient

struct CalcCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calc",
        abstract: "Calculate exactly, from left to right.",
        subcommands: [
            CalcEvalCommand.self,
            CalcPressCommand.self,
            CalcKeypadCommand.self,
        ]
    )
}

struct CalcEvalCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Evaluate a formula, or every line of standard input.",
        discussion: """
            The operators + - * / (also − × ÷ x) are applied in the order typed, without precedence: 2+3*3-1 is 14. \
            With -, every line of standard input is a formula, and its result is written at once, one line for each, \
            in order. A formula that is refused gets an empty line, or an error object with --json.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: "The formula as one argument or several, such as 2+3*3-1; - reads standard input line by line."
    )
    var formula: [String]

    @Flag(help: "Show all digits of the result, up to 34; otherwise it is rounded to 15.")
    var exact = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .calc) { caller in
            guard formula != ["-"] else {
                return try await FormulaStream(session: session, caller: caller, isExact: exact).run()
            }
            // The argument parser leaves the word that ends options among what it does not know.
            let words = formula.first == "--" ? formula.dropFirst() : formula[...]
            return try await evaluate(words.joined(separator: " "), by: caller, in: session)
        }
    }

    private func evaluate(
        _ formula: String,
        by caller: ServiceCaller,
        in session: Session
    ) async throws -> ExitReason {
        let reply: CallReply
        do throws(CallFailure) {
            reply = try await caller.read(
                CalcMethod.evaluate.name,
                with: CalcEvaluateParams(formula: formula).jsonBytes
            )
        } catch {
            guard case .refused(let refusal) = error.reason else { throw error }
            let columns = session.output.proseColumns
            let palette = session.output.notePalette
            session.output.note(session.texts.formulaRefusal(refusal, of: formula, columns: columns, palette: palette))
            if session.settings.isJSON { try session.output.write(bytes: error.document) }
            return error.status
        }
        let method = CalcMethod.evaluate.name
        try session.showResult(reply.result, of: method, by: caller, as: { CalcEvaluateResult($0) }) {
            try session.output.write($0.text(isExact: exact))
        }
        return .ok
    }
}

extension CalcEvaluateResult {
    /// The result for people.
    ///
    /// - Parameter isExact: With all of its digits, not as a calculator shows it.
    func text(isExact: Bool) -> String {
        (isExact ? value : display).printable
    }
}

struct CalcKeypadCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "keypad",
        abstract: "Use a pocket calculator in this terminal.",
        discussion: """
            Type digits, a dot and + - * /. Enter or = shows the result, Backspace or Delete clears the number (CE), \
            Escape or c clears everything (AC), n changes the sign, the arrow keys scroll through the history, and q \
            quits.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard !session.settings.isJSON else {
            throw UsageError("the keypad has no JSON output; for programs, use: \(session.texts.program) calc press")
        }
        guard !session.tracesOntoTerminal else {
            throw UsageError("--verbose would write over the keypad: send it to a file with 2>file")
        }
        guard TerminalScreen.isPossible(on: session.settings.environment["TERM"]) else {
            throw UsageError(
                """
                the keypad needs a terminal for input and output; without one, use: \(session.texts.program) calc press
                """
            )
        }
        return try await session.withCaller(of: .calc) { caller in
            // Asked before the terminal is touched: when nobody is there, nothing flickers.
            let keys = try await caller.keys()
            let start = try await caller.press(CalcPressParams(keys: []))
            return try await Keypad(session: session, caller: caller, labels: keys.rows).run(from: start)
        }
    }
}

struct CalcPressCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "press",
        abstract: "Press keys of the calculator's keypad.",
        discussion: """
            Shows the history and the display. With --json the result contains a state; pass it to --state to continue \
            from there.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: """
            The keys. AC, CE, +/-, 00 and so on are arguments of their own; any other argument is one key per \
            character, such as 12+3=.
            """
    )
    var keys: [String]

    @Option(
        help: ArgumentHelp("The state to start from, as printed by --json. Default: a new keypad.", valueName: "json")
    )
    var state: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        // Passed on as it is: whether it is a state of a keypad is for the service to say.
        let state = try CallParams.parse(state.map { Array($0.utf8) })
        return try await session.withCaller(of: .calc) { caller in
            let keypad = try await caller.keys()
            let known = keypad.rows.flatMap { $0 } + keypad.spellings.map(\.spelling)
            // The argument parser leaves the word that ends options among what it does not know.
            let words = keys.first == "--" ? Array(keys.dropFirst()) : keys
            let keys = KeyWords.keys(words, known: Set(known))
            let reply = try await caller.read(CalcMethod.press.name, with: Self.params(keys, state: state))
            let method = CalcMethod.press.name
            try session.showResult(reply.result, of: method, by: caller, as: { CalcPressResult($0) }) { result in
                try session.output.write(Self.lines(result, palette: session.output.palette))
                let refused = zip(keys, result.accepted).filter { !$0.1 }.map(\.0)
                if !refused.isEmpty { session.output.note(session.texts.notAccepted(refused)) }
            }
            return .ok
        }
    }

    private static func params(_ keys: [String], state: [UInt8]?) -> [UInt8] {
        JSONWriter.object { writer in
            writer.array("keys", of: keys) { writer, key in writer.string(key) }
            if let state { writer.member("state", raw: state) }
        }
    }

    /// The rows of the history, and under them the display with the operator in front of it.
    static func lines(_ result: CalcPressResult, palette: Palette) -> [String] {
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

/// Keys of a keypad as people write them: `AC 12+3 =`.
enum KeyWords {
    /// The keys of some words: a word that is a key is that key, any other is a key per character.
    ///
    /// What is no key stays in its place: the service says which.
    ///
    /// - Parameter known: The labels of the keys, and their other spellings.
    static func keys(_ words: [String], known: Set<String>) -> [String] {
        words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.flatMap { word -> [String] in
            known.contains(String(word)) ? [String(word)] : word.map { String($0) }
        }
    }
}
