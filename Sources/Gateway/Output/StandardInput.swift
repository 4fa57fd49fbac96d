internal import Glibc

/// What is given on standard input.
enum StandardInput {
    /// Reads to the end.
    ///
    /// - Parameter limit: The most bytes to take.
    /// - Throws: ``UsageError`` when there is more, or reading fails.
    static func readAll(limit: Int = 1 << 20) throws(UsageError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw UsageError("cannot read standard input: \(SystemError.text(errno))")
            }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw UsageError("standard input has more than \(limit) bytes") }
        }
    }
}
