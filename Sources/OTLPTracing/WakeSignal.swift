internal import Glibc
internal import Platform

/// Wakes a thread that waits for something else.
final class WakeSignal: Sendable {
    /// Two ends of one connection: what is written into the second is read from the first.
    private let (listening, ringing): (CInt, CInt)

    /// - Throws: ``TracingError`` `unavailable` when the process has as many files open as it may.
    init() throws(TracingError) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw TracingError(.unavailable, "tracing: \(SystemError.text(errno))")
        }
        (listening, ringing) = (ends[0], ends[1])
    }

    deinit {
        _ = close(listening)
        _ = close(ringing)
    }

    func ring() {
        var one: UInt8 = 1
        // Where it is full, it is ringing.
        _ = unsafe send(ringing, &one, 1, CInt(MSG_NOSIGNAL))
    }

    /// Waits until it rings, until a socket is ready, or until a moment; then it is silent again.
    ///
    /// - Parameters:
    ///   - deadline: Monotonic nanoseconds.
    ///   - socket: The socket; -1 for none.
    ///   - events: As poll(2) has them.
    /// - Returns: Whether the socket is ready.
    func wait(until deadline: UInt64, socket: CInt = -1, for events: CInt = 0) -> Bool {
        let now = SystemClock.monotonic
        let left = deadline > now ? (deadline - now + 999_999) / 1_000_000 : 0
        var files = [
            pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(events), revents: 0),
        ]
        guard unsafe poll(&files, 2, CInt(clamping: left)) > 0 else { return false }
        if files[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while unsafe recv(listening, &bytes, bytes.count, 0) > 0 {}
        }
        return files[1].revents != 0
    }
}
