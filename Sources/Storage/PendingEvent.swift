/// One event of a write that is not committed yet.
public struct PendingEvent: Sendable {
    /// The event's type, such as `juice.stock.changed`.
    public let type: String
    /// What it is about, such as `mango`.
    public let subject: String
    /// Its position in the stream; 0 until it has one.
    public var sequence = 0
    /// The position of the last earlier event of the same subject; `nil` on a subject's first event.
    public var previousSequence: Int?
    /// Where its JSON is, among the texts of those it is kept with.
    var data: RowBuffer.Part
}
