internal import Glibc

/// Asks whoever sits at the terminal for a line.
enum TerminalPrompt {
    /// Whether somebody is there to read a question and to type an answer.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks, and waits for a line.
    ///
    /// - Parameters:
    ///   - question: Written as it is, to standard error.
    ///   - isHidden: Whether what is typed stays unseen.
    /// - Returns: The line without its end; what was typed before the end of the input, if there is no line.
    /// - Throws: `CancellationError` when the task is cancelled, ``UsageError`` when the terminal cannot be read.
    static func line(_ question: String, isHidden: Bool = false) async throws -> String {
        write(question)
        guard isHidden else { return try await readLine() }
        return try await HiddenInput.hiding {
            // The line end that was typed was not seen either.
            defer { write("\n") }
            return try await readLine()
        }
    }

    private static func readLine() async throws -> String {
        try await InputReader.withReader { reader in
            var line: [UInt8] = []
            while !line.contains(UInt8(ascii: "\n")) {
                guard case .bytes(let bytes) = try await reader.next() else {
                    try Task.checkCancellation()
                    break
                }
                line += bytes
            }
            return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
