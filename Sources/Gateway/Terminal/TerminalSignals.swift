internal import Dispatch
internal import Glibc

/// The signals that concern whoever draws on a terminal, as a sequence.
enum TerminalSignals {
    private static let numbers = [SIGWINCH, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

    /// Catches the signals for as long as `body` runs.
    ///
    /// - Parameter body: Gets their numbers as they come.
    static func catching<R>(_ body: (AsyncStream<Int32>) async throws -> R) async rethrows -> R {
        // Bounded: of the same signal many times in a row, once is enough.
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(16))
        let sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            return source
        }
        // Dispatch sees a signal that is ignored; its default would end or stop the process.
        let before = numbers.map { signal($0, SIG_IGN) }
        for source in sources { source.activate() }
        defer {
            for source in sources { source.cancel() }
            for (number, disposition) in zip(numbers, before) { signal(number, disposition) }
            continuation.finish()
        }
        return try await body(signals)
    }
}
