internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway calc eval`.
struct CalcEvalCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval",
        abstract: "Calculate a formula, or every line of standard input.",
        discussion: """
            Operators + - * / (also − × ÷ x) are applied in the order typed, without precedence: 2+3*3-1 is 14. \
            With - every line of standard input is a formula, and gets its line of output at once and in order; the \
            line of one that is refused is empty, and with --json an error object.
            """
    )

    @Argument(
        parsing: .allUnrecognized,
        help: "The formula, in one word or several, such as 2+3*3-1; - reads standard input line by line."
    )
    var formula: [String]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .calc) { caller in
            guard formula != ["-"] else {
                return try await FormulaStream(session: session, caller: caller).run()
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
            reply = try await caller.read(CalcMethod.evaluate.name, CalcEvaluateParams(formula: formula).jsonBytes)
        } catch {
            guard case .refused(let refusal) = error.reason else { throw error }
            let columns = session.output.proseColumns
            let palette = session.output.notePalette
            session.output.note(session.texts.formulaRefusal(refusal, of: formula, columns: columns, palette))
            if session.settings.isJSON { try session.output.write(bytes: error.document) }
            return .refused
        }
        if session.settings.isJSON {
            try session.output.write(bytes: reply.result)
        } else {
            let result = try caller.decode(reply, of: CalcMethod.evaluate.name) { CalcEvaluateResult($0) }
            try session.output.write(result.display.printable)
        }
        return .ok
    }
}
