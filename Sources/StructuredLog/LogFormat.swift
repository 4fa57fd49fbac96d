/// How a line of a log is written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// Words such as `level=info msg="read the data again"`, with blanks between them.
    case logfmt
    /// An object whose members are texts.
    case json
}
