/// Why something could not be written.
enum OutputError: Error, Hashable {
    /// The reader went away. It has read what it wanted, unless it should have been told of a write.
    case closed
    /// The system refused; the C error number.
    case failed(Int32)
}
