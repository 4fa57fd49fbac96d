internal import Glibc
package import Platform
internal import Synchronization

/// The terminal as a screen of its own: keys come at once and unseen, and what was there before comes back.
///
/// There is one terminal, so this is one for the process: whatever ends it can put the terminal back.
package enum TerminalScreen {
    /// How the terminal was before; `nil` while it is as it was.
    private static let before = Mutex<termios?>(nil)

    /// Whether keys and drawing both go to a terminal that can be drawn on.
    ///
    /// - Parameter kind: What `TERM` says.
    package static func isPossible(on kind: String?) -> Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && kind != "dumb"
    }

    /// Lends `body` the terminal as a screen, with what is typed and the signals that concern it, and gives it back.
    ///
    /// - Throws: ``UsageError`` when the terminal does not allow it, or what `body` threw.
    package static func withScreen<R>(
        _ body: (InputReader, AsyncStream<Int32>) async throws -> R
    ) async throws -> R {
        try await InputReader.withReader { reader in
            try await TerminalSignals.catching { signals in
                try enter()
                defer { leave() }
                return try await body(reader, signals)
            }
        }
    }

    /// Takes the terminal over, also once more after someone else has changed it.
    ///
    /// - Throws: ``UsageError`` when the terminal does not allow it.
    private static func enter() throws(UsageError) {
        try before.withLock { before throws(UsageError) in
            var mode = termios()
            if let saved = before {
                mode = saved
            } else {
                guard tcgetattr(STDIN_FILENO, &mode) == 0 else { throw refusal() }
                before = mode
            }
            // Control-C and control-Z still are signals; control-S does not stop the drawing.
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
            mode.c_iflag &= ~tcflag_t(IXON)
            guard tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0 else { throw refusal() }
            // The alternate screen, and no cursor.
            write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
        }
    }

    /// Puts the terminal back; does nothing if it is as it was.
    static func leave() {
        before.withLock { before in
            guard var mode = before else { return }
            write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
            // Keys that nobody has taken were for this screen, not for the shell.
            tcflush(STDIN_FILENO, TCIFLUSH)
            // What was taken over cannot be kept from being given back; not even draining may hold it up.
            tcsetattr(STDIN_FILENO, TCSANOW, &mode)
            before = nil
        }
    }

    /// The bytes that draw lines over what was there.
    ///
    /// Every line clears what was behind it, and the last everything below: nothing flickers, nothing is left over.
    package static func frame(_ lines: [String]) -> [UInt8] {
        Array(("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J").utf8)
    }

    /// Does what a signal of ``TerminalSignals`` asks of anyone who has the screen.
    ///
    /// - Returns: Whether it asks for the end.
    /// - Throws: ``UsageError`` when the terminal cannot be taken over again.
    package static func handle(_ number: Int32) throws(UsageError) -> Bool {
        switch number {
        case SIGTERM, SIGHUP, SIGQUIT: return true
        case SIGTSTP:
            leave()
            // For this thread, so that it is stopped before it goes on; the others are stopped with it.
            raise(SIGSTOP)
            try enter()
        // The program that had the terminal meanwhile has left it as a shell likes it.
        case SIGCONT: try enter()
        // A new size: the drawing code asks for it.
        default: break
        }
        return false
    }

    private static func refusal() -> UsageError {
        UsageError("the terminal cannot be drawn on: \(SystemError.text(errno))")
    }

    private static func write(_ text: String) { StandardStreams.write(text, to: STDOUT_FILENO) }
}

/// How large a terminal is, in characters.
package struct TerminalSize: Sendable, Hashable {
    /// What is assumed where the terminal does not say.
    package static let usual = TerminalSize(rows: 24, columns: 80)

    package let rows: Int
    package let columns: Int

    /// The present size of the terminal on standard output, or on another descriptor.
    package static func current(of descriptor: Int32 = STDOUT_FILENO) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return usual }
        return TerminalSize(
            rows: size.ws_row > 0 ? Int(size.ws_row) : usual.rows,
            columns: size.ws_col > 0 ? Int(size.ws_col) : usual.columns
        )
    }
}
