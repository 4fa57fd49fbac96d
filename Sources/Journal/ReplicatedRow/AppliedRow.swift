/// The last row of a replicated log that is in a store: its place, and what tells it from another row there.
///
/// An engine that has lost what it had confirmed may have another row at the same place; who comes back compares.
package struct AppliedRow: Sendable, Hashable {
    /// Before the first row.
    package static let start = AppliedRow(position: 0, checksum: [])

    /// Its place, from 1 on; 0 when there is no row yet.
    package let position: Int
    /// The checksum that the log keeps of the row; empty when there is none, or nobody has said.
    package let checksum: [UInt8]

    package init(position: Int, checksum: [UInt8]) {
        self.position = position
        self.checksum = checksum
    }
}
