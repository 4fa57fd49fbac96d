internal import Dispatch
internal import Glibc
package import Platform

/// Reads standard input, or a file, piece by piece without holding up anything else, and ends at once with its task.
package struct InputReader: Sendable {
    package enum Piece: Sendable, Hashable {
        case bytes([UInt8])
        /// Nothing came in time.
        case silence
        /// The input is over, or the task was cancelled.
        case end
    }

    /// The most bytes of a piece.
    private static let maxPieceBytes = 65_536

    /// A thread of its own, because it blocks.
    private let queue = DispatchQueue(label: "input")
    private let input: Int32
    /// Its first signal, which is never cleared, ends every wait.
    private let wakeup = Wakeup()

    private init(_ input: Int32) throws(UsageError) {
        self.input = input
        guard wakeup.failure == 0 else { throw Self.failure(wakeup.failure) }
    }

    /// Lends a reader to `body`.
    ///
    /// - Parameter input: An open descriptor, which stays open.
    package static func withReader<R>(
        of input: Int32 = STDIN_FILENO,
        _ body: (InputReader) async throws -> R
    ) async throws -> R {
        try await body(InputReader(input))
    }

    /// The next piece; ask for one at a time.
    ///
    /// - Parameter limit: How many milliseconds to wait; `nil` for as long as it takes.
    /// - Throws: ``UsageError`` when reading fails.
    package func next(within limit: Int32? = nil) async throws(UsageError) -> Piece {
        let piece: Result<Piece, UsageError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: wait(limit ?? -1)) }
            }
        } onCancel: {
            wakeup.signal()
        }
        return try piece.get()
    }

    private func wait(_ limit: Int32) -> Result<Piece, UsageError> {
        while true {
            var items = [
                pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&items, nfds_t(items.count), limit)
            if ready < 0, errno != EINTR { return .failure(Self.failure(errno)) }
            if ready < 0 { continue }
            if items[0].revents != 0 { return .success(.end) }
            if ready == 0 { return .success(.silence) }
            var buffer = [UInt8](repeating: 0, count: Self.maxPieceBytes)
            let count = read(input, &buffer, buffer.count)
            if count > 0 { return .success(.bytes(Array(buffer[..<count]))) }
            if count == 0 { return .success(.end) }
            switch errno {
            // Someone else reads the same descriptor, and was faster.
            case EINTR, EAGAIN: continue
            // The terminal is gone.
            case EIO: return .success(.end)
            default: return .failure(Self.failure(errno))
            }
        }
    }

    private static func failure(_ code: Int32) -> UsageError {
        UsageError("cannot read the input: \(SystemError.text(code))")
    }
}

/// Makes lines of bytes that come in pieces; a byte order mark before the first one is passed over.
package struct LineSplitter {
    /// The bytes that are kept of a line; a line that has that many may have been longer.
    package let maxLineBytes: Int
    /// The bytes of all pieces so far.
    package private(set) var taken = 0

    private var line: [UInt8] = []
    /// Whether anything came since the last line end.
    private var isBegun = false
    private var isFirst = true

    /// - Parameter maxLineBytes: The bytes to keep of a line: more than any may have, so that what is cut is refused.
    package init(maxLineBytes: Int) {
        self.maxLineBytes = maxLineBytes
    }

    /// The lines that a piece completes, without their ends (LF or CR LF).
    package mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
        taken += bytes.count
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end])
            lines.append(endLine())
            line.removeAll(keepingCapacity: true)
            rest = rest[(end + 1)...]
            isBegun = false
        }
        append(rest)
        return lines
    }

    /// The last line, where the input ends without a line end.
    package mutating func finish() -> [UInt8]? {
        guard isBegun else { return nil }
        isBegun = false
        return endLine()
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        isBegun = isBegun || !bytes.isEmpty
        // As much is kept of a line behind a byte order mark, so that it is too long where others are.
        let room = maxLineBytes + (isFirst ? ByteOrderMark.byteCount : 0)
        line.append(contentsOf: bytes.prefix(max(0, room - line.count)))
    }

    private mutating func endLine() -> [UInt8] {
        let text = line.dropFirst(isFirst ? ByteOrderMark.length(before: line) : 0).prefix(maxLineBytes)
        isFirst = false
        return Array(text.last == UInt8(ascii: "\r") ? text.dropLast() : text)
    }
}
