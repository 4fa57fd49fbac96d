internal import Glibc

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
