internal import Glibc
internal import Platform
internal import Synchronization

/// Handlers of signals that may do anything, and that are there from the moment that they are set.
///
/// The system's own handlers write the number into a pipe, which is one of the few things that they may do
/// (signal-safety(7)); what is to be done is done by its reader. A signal source of libdispatch would be registered
/// some time after its activation, by a thread that may have to wait for its turn, and only once in the life of the process:
/// what comes before that is lost.
enum SignalHandlers {
    typealias Handler = @Sendable (Int32) -> Void

    private static let handlers = Mutex<[Int32: Handler]>([:])
    /// `nil` where the system has no pipe or no thread to give.
    private static let pipe = SignalPipe { number in
        handlers.withLock { $0[number] }?(number)
    }

    /// Handles signals for as long as `body` runs; then they do again what they did before.
    ///
    /// Where the system has no pipe or no thread to give, they do so all the time.
    ///
    /// - Parameters:
    ///   - numbers: Signals that nobody else has handled meanwhile.
    ///   - handler: Called on a thread of its own with each number, one after the other, possibly once more after the end.
    ///   - body: What is to be done meanwhile.
    static func handling<R>(
        _ numbers: [Int32],
        with handler: @escaping Handler,
        during body: () async throws -> R
    ) async rethrows -> R {
        guard pipe != nil else { return try await body() }
        handlers.withLock { handlers in
            for number in numbers { handlers[number] = handler }
        }
        var handling = sigaction()
        handling.__sigaction_handler.sa_handler = passOn
        handling.sa_flags = SA_RESTART
        let before = numbers.map { set(handling, for: $0) }
        defer {
            for (number, action) in zip(numbers, before) { _ = set(action, for: number) }
            handlers.withLock { handlers in
                for number in numbers { handlers[number] = nil }
            }
        }
        return try await body()
    }

    /// - Returns: What was done before. It is kept as the system has it: being ignored is no function.
    private static func set(_ action: sigaction, for number: Int32) -> sigaction {
        var (action, before) = (action, sigaction())
        sigaction(number, &action, &before)
        return before
    }

    /// The system's handler; what it interrupts may be looking at `errno`.
    private static let passOn: @convention(c) (Int32) -> Void = { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        if let pipe = SignalHandlers.pipe { _ = write(pipe.writing, &byte, 1) }
        errno = code
    }
}

/// A pipe of the numbers of signals, with a thread that reads them for as long as the process runs.
private struct SignalPipe: Sendable {
    let writing: Int32

    init?(onNumber: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        let reading = ends[0]
        writing = ends[1]
        do throws(ThreadError) {
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            // A full pipe must not hold up what was interrupted.
            _ = fcntl(writing, F_SETFL, O_NONBLOCK)
            _ = try NamedThread(name: "signals") {
                var number: UInt8 = 0
                while read(reading, &number, 1) == 1 { onNumber(Int32(number)) }
            }
        } catch {
            for end in ends { close(end) }
            return nil
        }
    }
}
