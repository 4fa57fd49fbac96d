public import Messages

/// One accepted write that is to become a row of the journal.
///
/// An object, because it is handed on from who decides to who stores and who publishes: each copy of so many texts would
/// count references to all of them.
public final class PendingEntry: Sendable {
    /// The row's number: one more than the entry before it.
    public let number: Int
    /// The method that was called, such as `juice.order`.
    public let method: String
    /// The idempotency key; `nil` when the caller gave none.
    ///
    /// A key is stored at most once.
    public let key: String?
    /// The digest of method and parameters: 32 bytes, or empty without a key.
    public let fingerprint: [UInt8]
    /// The result as it is sent: one complete JSON value.
    public let result: [UInt8]
    /// The id of the request.
    public let causationID: String?
    /// The W3C trace context of the request.
    public let traceparent: String?
    /// The events of this write, in order.
    ///
    /// Their sequences continue those of the entry before. Time, causation and trace context are kept once for the
    /// whole row, so every event must carry the row's. `data` must be minified JSON, as `JSONWriter` writes it: only
    /// then is a replayed event equal to the published one byte for byte.
    public let events: [EventRecord]
    /// Whether ``Journal/entries(of:before:limit:)`` finds this row.
    public let isListed: Bool

    /// Creates an entry; the parameters are the properties of the same names.
    public init(
        number: Int,
        method: String,
        key: String? = nil,
        fingerprint: [UInt8] = [],
        result: [UInt8],
        causationID: String? = nil,
        traceparent: String? = nil,
        events: [EventRecord] = [],
        isListed: Bool = false
    ) {
        self.number = number
        self.method = method
        self.key = key
        self.fingerprint = fingerprint
        self.result = result
        self.causationID = causationID
        self.traceparent = traceparent
        self.events = events
        self.isListed = isListed
    }
}
