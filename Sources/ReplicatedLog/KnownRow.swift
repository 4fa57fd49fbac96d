/// A row that a worker has, by which it finds out whether the engine still has it.
package struct KnownRow: Sendable, Hashable {
    /// Its position; 0 for none.
    package let position: Int
    /// Its checksum.
    package let checksum: [UInt8]

    /// Names a row.
    package init(position: Int, checksum: [UInt8]) {
        self.position = position
        self.checksum = checksum
    }

    /// Compares it with what the engine has.
    ///
    /// - Parameters:
    ///   - found: The checksum of the row at that position; `nil` when there is none.
    ///   - hasNext: Whether there is a row behind it: then it was pruned.
    ///   - stream: The name of the stream, for the error.
    /// - Throws: ``LogError`` with `lostCommits`.
    package func check(_ found: [UInt8]?, hasNext: Bool, in stream: String) throws(LogError) {
        guard position > 0 else { return }
        if let found {
            guard found == checksum else { throw LogError.anotherRow(of: stream, at: position) }
        } else if !hasNext {
            throw LogError(.lostCommits, "Row \(position) of '\(stream)', which was there before, is gone")
        }
    }
}
