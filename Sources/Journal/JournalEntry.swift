/// One accepted write as the journal gives it back.
///
/// Its events come from ``Journal/readEvents(after:_:)``, its key's reply from ``Journal/storedReply(forKey:)``.
package struct JournalEntry: Sendable, Hashable {
    /// The row's number.
    package var number: Int
    /// The method that was called.
    package var method: String
    /// The result that was sent, byte for byte.
    package var result: [UInt8]

    package init(number: Int, method: String, result: [UInt8]) {
        self.number = number
        self.method = method
        self.result = result
    }
}

/// What the journal remembers of a request that was accepted under a key.
package struct StoredReply: Sendable, Hashable {
    /// The number of the journal's row.
    package var number: Int
    /// The position of the write's last event, or the stream's position then if it made none.
    package var sequence: Int
    /// The digest of what was asked; empty when none was given.
    package var fingerprint: [UInt8]
    /// The result that was sent, byte for byte.
    package var result: [UInt8]

    package init(number: Int, sequence: Int, fingerprint: [UInt8], result: [UInt8]) {
        self.number = number
        self.sequence = sequence
        self.fingerprint = fingerprint
        self.result = result
    }
}

/// What a number in a store can be.
package enum StoredCount {
    /// Rows, events, quantities, versions and milliseconds: what a JSON number carries exactly.
    ///
    /// A damaged file may hold any integer, and the arithmetic on positions traps when it overflows. So numbers from a file
    /// are checked where they are read, and nothing is written that would be refused when it is read.
    package static let range = 0...(1 << 53)

    /// Gives the value back, or refuses it as damage.
    ///
    /// - Parameter name: What it is, made only when it is needed.
    package static func checked(_ value: Int, called name: @autoclosure () -> String) throws(StorageError) -> Int {
        guard range.contains(value) else { throw StorageError(.corrupt, "\(name()) is \(value), which it cannot be") }
        return value
    }
}
