/// One event of a write that is not committed yet.
package struct PendingEvent: Sendable {
    /// The event's type, such as `juice.stock.changed`.
    package let type: String
    /// What it is about, such as `mango`.
    package let subject: String
    /// Its position in the stream; 0 until it has one.
    package var sequence = 0
    /// The position of the last earlier event of the same subject; `nil` on a subject's first event.
    package var previousSequence: Int?
    /// Where its JSON is, among the texts of those it is kept with.
    var data: RowBuffer.Part
}
