internal import Glibc
package import Platform

/// The three descriptors that a program is usually given, and may not have been.
package enum StandardStreams {
    /// Takes the numbers of those that are closed.
    ///
    /// Otherwise the next file or socket that is opened would get such a number, and be written to as if it were the
    /// output. What stands there instead can be neither read nor written, so whoever tries is still told.
    package static func reserve() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // It gets the lowest free number, which is this one. A directory can be neither read nor written, and this one
            // is always there.
            _ = open("/", O_RDONLY | O_DIRECTORY)
        }
    }

    /// Writes to a terminal, as much of it as that takes.
    static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// Why nothing that is written to standard output can arrive, as far as that is known before; `nil` where it may.
    package static var fault: OutputError? {
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { return .failed(EBADF) }
        var item = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        // A pipe whose reader is gone.
        return poll(&item, 1, 0) > 0 && item.revents & Int16(POLLERR) != 0 ? .closed : nil
    }
}

package enum StandardInput {
    /// Everything that is there; a byte order mark before it is passed over.
    ///
    /// - Parameter limit: The most bytes to take.
    /// - Throws: ``UsageError`` when there is more, or reading fails.
    package static func readAll(limit: Int = 1 << 20) throws(UsageError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return Array(bytes.dropFirst(ByteOrderMark.length(before: bytes))) }
            if count < 0 {
                if errno == EINTR { continue }
                throw UsageError("cannot read standard input: \(SystemError.text(errno))")
            }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw UsageError("standard input has more than \(limit) bytes") }
        }
    }
}
