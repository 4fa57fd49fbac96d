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

    /// Creates an entry; the parameters are the properties of the same names.
    package init(number: Int, method: String, result: [UInt8]) {
        self.number = number
        self.method = method
        self.result = result
    }
}
