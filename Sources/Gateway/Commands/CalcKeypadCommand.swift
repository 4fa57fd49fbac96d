internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway calc keypad`.
struct CalcKeypadCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "keypad",
        abstract: "Be a pocket calculator in this terminal.",
        discussion: """
            Digits, a dot and + - * / are keys; Enter or = gives the result, Backspace or Delete clears the number \
            (CE), Escape or c clears everything (AC), n changes the sign, the arrows move through the history, \
            q ends it.
            """
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        guard !session.settings.isJSON else {
            throw UsageError("the keypad is for people; for programs there is: \(session.texts.program) calc press")
        }
        guard TerminalScreen.isPossible(session.settings.environment) else {
            throw UsageError(
                "the keypad needs a terminal to read from and to draw on; without one there is: "
                    + "\(session.texts.program) calc press"
            )
        }
        return try await session.withCaller(of: .calc) { caller in
            // Asked before the terminal is touched: when nobody is there, nothing flickers.
            let keys = try caller.decode(await caller.read(CalcMethod.keys.name), of: CalcMethod.keys.name) {
                CalcKeysResult($0)
            }
            let start = try await caller.press(CalcPressParams(keys: []))
            return try await Keypad(session: session, caller: caller, labels: keys.rows).run(from: start)
        }
    }
}
