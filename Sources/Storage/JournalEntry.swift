/// One accepted write as the journal gives it back.
///
/// Its events come from ``Journal/readEvents(after:_:)``, its key's reply from ``Journal/storedReply(forKey:)``.
public struct JournalEntry: Sendable, Hashable {
    /// The row's number.
    public var number: Int
    /// The method that was called.
    public var method: String
    /// The result that was sent, byte for byte.
    public var result: [UInt8]

    /// Creates an entry; the parameters are the properties of the same names.
    public init(number: Int, method: String, result: [UInt8]) {
        self.number = number
        self.method = method
        self.result = result
    }
}
