internal import Glibc

/// Ends the poll(2) of one thread from any other; the last reference closes it.
package final class Wakeup: Sendable {
    /// Readable from ``signal()`` until ``clear()``; -1, which poll(2) passes over, when no descriptors were left.
    package let descriptor: CInt
    /// Why there is none; 0 where there is one.
    package let failure: CInt
    private let writer: CInt

    package init() {
        var ends: [CInt] = [-1, -1]
        failure = unsafe pipe(&ends) == 0 ? 0 : errno
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A full pipe must not hold up the signaller, nor an empty one the reader.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writer) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writer)
    }

    package func signal() {
        var byte: UInt8 = 0
        _ = unsafe write(writer, &byte, 1)
    }

    /// Forgets the signals so far.
    package func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
    }
}
