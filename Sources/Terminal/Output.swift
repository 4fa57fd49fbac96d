internal import Glibc
internal import Platform
internal import WireJSON

/// Data for standard output, everything else for standard error.
///
/// Nothing is kept back: each call is one write.
package struct Output: Sendable {
    package let palette: Palette
    package let notePalette: Palette
    /// Whether a person reads the data right here.
    package let isTerminal: Bool
    /// Whether a person reads the messages right here.
    package let isNoteTerminal: Bool
    /// How wide data may be: what `COLUMNS` says, else the terminal's width; `nil` when standard output is none.
    package let columns: Int?

    /// - Parameters:
    ///   - columns: How wide data is to be, instead of the terminal's width.
    ///   - isColored: Whether a stream is painted, by whether it is a terminal.
    package init(columns: Int?, isColored: (_ isTerminal: Bool) -> Bool) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        isNoteTerminal = isatty(STDERR_FILENO) == 1
        palette = Palette(isOn: isColored(isTerminal))
        notePalette = Palette(isOn: isColored(isNoteTerminal))
        self.columns = columns ?? (isTerminal ? TerminalSize.current().columns : nil)
    }

    package var proseColumns: Int { columns ?? TerminalSize.usual.columns }

    package func write(_ lines: [String]) throws(OutputError) {
        try Self.write(Array("\(lines.joined(separator: "\n"))\n".utf8), to: STDOUT_FILENO)
    }

    package func write(_ line: String) throws(OutputError) {
        try write([line])
    }

    /// Writes JSON as one line, which is one for every reader of lines.
    package func write(bytes: [UInt8]) throws(OutputError) {
        try Self.write(bytes.withoutLineSeparators + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    /// Writes bytes that are no text, such as a picture, and nothing behind them.
    package func write(raw bytes: [UInt8]) throws(OutputError) {
        try Self.write(bytes, to: STDOUT_FILENO)
    }

    package func write(_ table: Table) throws(OutputError) {
        try write(table.lines(palette, columns: columns))
    }

    /// Writes lines of a message.
    ///
    /// Where that is impossible there is nobody to tell.
    package func note(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        try? Self.write(Array("\(lines.joined(separator: "\n"))\n".utf8), to: STDERR_FILENO)
    }

    package func note(_ line: String) {
        note([line])
    }

    /// Replaces the line that the cursor is in, on the terminal that messages go to; an empty one clears it.
    package func draw(_ line: String) {
        try? Self.write(Array("\r\u{1B}[K\(line)".utf8), to: STDERR_FILENO)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Someone else made the shared descriptor non-blocking: wait for room.
                var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&item, 1, -1)
            case EPIPE: throw .closed
            default: throw .failed(errno)
            }
        }
    }
}

package enum OutputError: Error, Hashable {
    /// The reader went away. It has read what it wanted, unless it should have been notified of a write.
    case closed
    /// The system refused; the C error number.
    case failed(Int32)
}

/// Notices that nobody reads standard output any more, where no write is due that would find out.
package enum OutputHangup {
    /// Returns when the reader went away, or the task was cancelled.
    package static func wait() async {
        let wakeup = Wakeup()
        // Without descriptors or threads left, the next write has to find out.
        guard wakeup.descriptor >= 0 else { return await Cancellation.wait() }
        let hasWaited = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own, because it blocks: no other call tells of an error without asking for more.
                let thread = try? NamedThread(name: "output hangup") {
                    var items = [
                        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
                        pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0),
                    ]
                    while poll(&items, nfds_t(items.count), -1) < 0, errno == EINTR {}
                    continuation.resume(returning: true)
                }
                if thread == nil { continuation.resume(returning: false) }
            }
        } onCancel: {
            wakeup.signal()
        }
        if !hasWaited { await Cancellation.wait() }
    }
}
