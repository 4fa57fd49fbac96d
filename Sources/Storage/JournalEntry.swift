public import Messages

/// One accepted write as the journal gives it back.
public struct JournalEntry: Sendable, Hashable {
    /// The row's number.
    public var number: Int
    /// The last event at or before this row; 0 when there was none yet.
    public var sequence: Int
    /// The method that was called.
    public var method: String
    /// The idempotency key; `nil` when the caller gave none.
    public var key: String?
    /// The digest of method and parameters; empty when none was given.
    public var fingerprint: [UInt8]
    /// The result that was sent, byte for byte.
    public var result: [UInt8]
    /// When it was committed, in milliseconds since 1970-01-01 UTC.
    public var time: Int
    /// The write's events, in order.
    public var events: [EventRecord]

    /// Creates an entry; the parameters are the properties of the same names.
    public init(
        number: Int,
        sequence: Int,
        method: String,
        key: String?,
        fingerprint: [UInt8],
        result: [UInt8],
        time: Int,
        events: [EventRecord]
    ) {
        self.number = number
        self.sequence = sequence
        self.method = method
        self.key = key
        self.fingerprint = fingerprint
        self.result = result
        self.time = time
        self.events = events
    }
}
