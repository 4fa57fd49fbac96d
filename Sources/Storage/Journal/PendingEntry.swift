/// One accepted write that is to become a row of the journal: its numbers, and where its texts are in its batch.
///
/// It owns nothing, so that a batch is made and forgotten without a look at its entries.
package struct PendingEntry: Sendable {
    /// The row's number: one more than the entry before it.
    package let number: Int
    /// Where its events are among those of the batch.
    package let events: Range<Int>
    /// The digest of method and parameters; `nil` without a key.
    package let fingerprint: Range<Int>?
    /// The result as it is sent.
    package let result: Range<Int>
    let method: RowBuffer.Part
    let key: RowBuffer.Part?
    let causation: RowBuffer.Part?
    let trace: RowBuffer.Part?
    /// Its events as they are stored; `nil`, stored as NULL, when there are none.
    let column: RowBuffer.Part?
    let isListed: Bool
}
