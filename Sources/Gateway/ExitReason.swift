internal import ArgumentParser

enum ExitReason: Int32, Sendable, CaseIterable {
    case ok = 0
    case refused = 1
    /// The arguments or settings cannot be used.
    case usage = 2
    /// Not every service answered well.
    case incomplete = 3
    /// Nobody answered; nothing was done.
    case unreachable = 4
    /// A write that may or may not have happened.
    case outcomeUnknown = 5
    /// It was done, but its result could not be written out; of a write, standard error names the key.
    case unwritten = 6
    /// Interrupted by the user: 128 and the number of SIGINT, as shells have it.
    case interrupted = 130
    /// Asked to end where that is no plain death: 128 and the number of SIGTERM.
    case terminated = 143

    /// The status of what ArgumentParser throws: help and version are successes, all else is usage (it would say 64).
    init(_ exitCode: ExitCode) {
        self = exitCode == .success ? .ok : .usage
    }

    /// The status of a fan-out.
    ///
    /// - Parameters:
    ///   - ok: How many targets did what was asked.
    ///   - answered: How many answered at all.
    ///   - isUnknown: Whether some target may have done a write without saying so; that outranks the rest.
    ///   - total: How many were asked.
    init(ok: Int, answered: Int, isUnknown: Bool = false, of total: Int) {
        if isUnknown {
            self = .outcomeUnknown
        } else if ok == total {
            self = .ok
        } else {
            self = answered == 0 ? .unreachable : .incomplete
        }
    }
}
