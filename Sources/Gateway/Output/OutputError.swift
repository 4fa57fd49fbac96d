/// Why something could not be written.
enum OutputError: Error, Hashable {
    /// The reader went away: it has read what it wanted.
    case closed
    /// The system refused; the C error number.
    case failed(Int32)
}
