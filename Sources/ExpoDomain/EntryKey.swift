/// What somebody knows of the entry they want.
package enum EntryKey: Hashable, Sendable {
    /// The Korean name, the whole of it; of two entries with one name the first is meant.
    case name(String)
    /// The name of the picture; of two entries with one picture the first is meant.
    case imageName(String)
    /// The place in the catalogue, from 1.
    case number(Int)
}
