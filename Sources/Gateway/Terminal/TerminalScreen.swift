internal import Glibc
internal import Platform
internal import ServiceContexts
internal import Synchronization

/// The terminal as a screen of its own: keys come at once and unseen, and what was there before comes back.
///
/// There is one terminal, so this is one for the process: whatever ends it can put the terminal back.
enum TerminalScreen {
    /// How the terminal was before; `nil` while it is as it was.
    private static let before = Mutex<termios?>(nil)

    /// Whether keys and drawing both go to a terminal that can be drawn on.
    static func isPossible(_ environment: Environment) -> Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
    }

    /// Takes the terminal over, also once more after somebody else has changed it.
    ///
    /// - Throws: ``UsageError`` when the terminal does not allow it.
    static func enter() throws(UsageError) {
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
    static func frame(_ lines: [String]) -> [UInt8] {
        Array(("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J").utf8)
    }

    /// Does what a signal of ``TerminalSignals`` asks of whoever has the screen.
    ///
    /// - Returns: How to end, where it asks for that.
    /// - Throws: ``UsageError`` when the terminal cannot be taken over again.
    static func handle(_ number: Int32) throws(UsageError) -> ExitReason? {
        switch number {
        case SIGTERM, SIGHUP, SIGQUIT: return .terminated
        case SIGTSTP:
            leave()
            // For this thread, so that it is stopped before it goes on; the others are stopped with it.
            raise(SIGSTOP)
            try enter()
        // Whoever had the terminal meanwhile has left it as a shell likes it.
        case SIGCONT: try enter()
        // A new size: whoever draws asks for it.
        default: break
        }
        return nil
    }

    private static func refusal() -> UsageError {
        UsageError("the terminal cannot be drawn on: \(SystemError.text(errno))")
    }

    private static func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}

/// How large a terminal is, in characters.
struct TerminalSize: Sendable, Hashable {
    /// What is assumed where the terminal does not say.
    static let usual = TerminalSize(rows: 24, columns: 80)

    let rows: Int
    let columns: Int

    /// The present size of the terminal on standard output, or on another descriptor.
    static func current(of descriptor: Int32 = STDOUT_FILENO) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return usual }
        return TerminalSize(
            rows: size.ws_row > 0 ? Int(size.ws_row) : usual.rows,
            columns: size.ws_col > 0 ? Int(size.ws_col) : usual.columns
        )
    }
}
