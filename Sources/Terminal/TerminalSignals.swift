internal import Glibc

/// The signals that concern a program that draws on a terminal, as a sequence.
package enum TerminalSignals {
    /// The next of the signals; `nil` when none comes any more.
    package static func first(of signals: AsyncStream<Int32>) async -> Int32? {
        for await signal in signals { return signal }
        return nil
    }

    private static let numbers = [SIGWINCH, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

    /// Catches the signals for as long as `body` runs.
    ///
    /// - Parameter body: Gets their numbers as they come.
    static func catching<R>(_ body: (AsyncStream<Int32>) async throws -> R) async rethrows -> R {
        // Bounded: of the same signal many times in a row, once is enough.
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(16))
        defer { continuation.finish() }
        return try await SignalHandlers.handling(numbers, with: { continuation.yield($0) }) {
            try await body(signals)
        }
    }
}
