internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

/// Calculates the lines of standard input: many at once, answered in their order.
struct FormulaStream: Sendable {
    private struct Answer: Sendable {
        let formula: String
        let result: Result<CallReply, CallFailure>
    }

    private enum Event: Sendable {
        case input(InputReader.Piece)
        case answer(Int, Answer)
    }

    /// Below the 1 024 requests that a service takes from one peer.
    private static let maxInFlight = 512

    let session: Session
    let caller: ServiceCaller
    /// Whether results are shown with all of their digits.
    let isExact: Bool

    /// Answers every line with a line.
    ///
    /// - Returns: Whether every line was a formula.
    /// - Throws: ``CallFailure`` at the first line that got no answer.
    func run() async throws -> ExitReason {
        try await InputReader.withReader { reader in
            try await withThrowingTaskGroup(of: Event.self) { group in
                defer { group.cancelAll() }
                // Twice what a formula may have.
                var splitter = LineSplitter(maxLineBytes: 1 << 17)
                var formulas: ArraySlice<[UInt8]> = []
                var window = OrderedWindow<Answer>(limit: Self.maxInFlight)
                var (isReading, isAtEnd, isRefused) = (false, false, false)
                while true {
                    while window.hasRoom, let formula = formulas.popFirst() {
                        let number = window.ask()
                        group.addTask { .answer(number, await evaluate(String(decoding: formula, as: UTF8.self))) }
                    }
                    if formulas.isEmpty, !isReading, !isAtEnd {
                        isReading = true
                        group.addTask { .input(try await reader.next()) }
                    }
                    switch try await group.next() {
                    case .input(.bytes(let bytes)):
                        isReading = false
                        formulas = splitter.take(bytes)[...]
                    case .input:
                        (isReading, isAtEnd) = (false, true)
                        formulas = ArraySlice(splitter.finish().map { [$0] } ?? [])
                    case .answer(let number, let answer):
                        window.answer(number, with: answer)
                        if try show(&window) { isRefused = true }
                    case nil:
                        return isRefused ? .usage : .ok
                    }
                }
            }
        }
    }

    private func evaluate(_ formula: String) async -> Answer {
        let params = CalcEvaluateParams(formula: formula).jsonBytes
        do throws(CallFailure) {
            return Answer(
                formula: formula,
                result: .success(try await caller.read(CalcMethod.evaluate.name, with: params))
            )
        } catch {
            return Answer(formula: formula, result: .failure(error))
        }
    }

    /// Writes the answers that are next.
    ///
    /// - Returns: Whether one of them was a refusal.
    private func show(_ window: inout OrderedWindow<Answer>) throws -> Bool {
        var isRefused = false
        var lines: [String] = []
        while let (number, answer) = window.take() {
            do throws(CallFailure) {
                lines.append(try line(answer.result.get()))
            } catch {
                guard case .refused(let refusal) = error.reason else {
                    if !lines.isEmpty { try session.output.write(lines) }
                    if error.status != .interrupted { session.output.note(session.texts("stopped", line: number + 1)) }
                    throw error
                }
                isRefused = true
                // Keeps the lines of the answers next to those of the formulas.
                lines.append(session.settings.isJSON ? String(decoding: error.document, as: UTF8.self) : "")
                try session.output.write(lines)
                lines = []
                session.output.note(
                    session.texts.formulaRefusal(
                        refusal,
                        of: answer.formula,
                        line: number + 1,
                        columns: session.output.proseColumns,
                        palette: session.output.notePalette
                    )
                )
            }
        }
        if !lines.isEmpty { try session.output.write(lines) }
        return isRefused
    }

    private func line(_ reply: CallReply) throws(CallFailure) -> String {
        guard !session.settings.isJSON else { return String(decoding: reply.result, as: UTF8.self) }
        return try caller.decode(reply, of: CalcMethod.evaluate.name) { CalcEvaluateResult($0) }.text(isExact: isExact)
    }
}

/// A formula with a caret under the place of its fault.
enum FormulaCaret {
    private static let indentation = 2

    /// Two lines; of a formula that is too wide, the part around the fault.
    ///
    /// - Parameters:
    ///   - position: The place, in Unicode scalars from 0; the length for the end.
    ///   - columns: How wide the lines may be.
    static func lines(_ formula: String, position: Int, columns: Int) -> [String] {
        let scalars = Array(formula.printable.unicodeScalars)
        let place = min(max(0, position), scalars.count)
        let room = max(columns - indentation, 8)
        // More than fit, whatever their widths, and not all of 64 KiB.
        let near = scalars[..<place].suffix(2 * room)
        var before = text(near)
        // The fault itself has to be seen, and a little of what follows.
        let maxWidth = max(room / 2, room - DisplayWidth.of(text(scalars[place...].prefix(room))) - 1)
        if near.count < place || DisplayWidth.of(before) > maxWidth {
            while DisplayWidth.of(before) > maxWidth - 1, !before.isEmpty { before.removeFirst() }
            before = "…" + before
        }
        let width = DisplayWidth.of(before)
        let blanks = String(repeating: " ", count: indentation)
        let shown = DisplayWidth.truncate(before + text(scalars[place...].prefix(2 * room)), to: room)
        return [blanks + shown, blanks + String(repeating: " ", count: width) + "^"]
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }
}
