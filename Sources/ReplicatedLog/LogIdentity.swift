/// Which stream a log is of, and which worker uses it.
package struct LogIdentity: Sendable, Hashable {
    /// The longest name, in bytes of UTF-8.
    package static let maximumNameBytes = 200

    /// The name of the stream.
    package let stream: String
    /// The name of one life of one worker: a process that is started again has another.
    ///
    /// It is what tells a row of one's own from another's, and the holder of a lease.
    package let writer: String

    /// Checks the names.
    ///
    /// - Throws: ``LogError`` with `invalid` for one that is empty, too long, or has a NUL character.
    package init(stream: String, writer: String) throws(LogError) {
        for (name, what) in [(stream, "stream"), (writer, "writer")] {
            guard !name.isEmpty, name.utf8.count <= Self.maximumNameBytes, !name.utf8.contains(0) else {
                throw LogError(
                    .invalid,
                    "The name of the \(what) has to have 1 to \(Self.maximumNameBytes) bytes, none of them NUL"
                )
            }
        }
        self.stream = stream
        self.writer = writer
    }
}
