/// One thing on show.
///
/// Any property may be missing, because the data files of another exposition may leave it out.
package struct Exhibit: Hashable, Sendable {
    /// The name in Korean.
    package var name: String?
    /// The name of its picture, as written in the data; see ``ImageName`` before it becomes part of a path.
    package var imageName: String?
    /// One line about it in Korean.
    package var shortDescription: String?
    /// The text about it in Korean; paragraphs are separated by an empty line.
    package var description: String?
    /// The name in English.
    package var englishName: String?
    /// One line about it in English.
    package var englishShortDescription: String?
    /// The text about it in English.
    package var englishDescription: String?
}

extension Exhibit {
    /// One of which nothing is known yet.
    package static let empty = Exhibit()
}

/// What someone knows of the entry they want.
package enum EntryKey: Hashable, Sendable {
    /// The Korean name, the whole of it; of two entries with one name the first is meant.
    case name(String)
    /// The name of the picture; of two entries with one picture the first is meant.
    case imageName(String)
    /// The place in the catalogue, from 1.
    case number(Int)
}

/// An exhibit with its place in the catalogue.
package struct CatalogueEntry: Hashable, Sendable {
    /// The place among the entries served, from 1.
    package let number: Int
    /// The exhibit at this place.
    package let exhibit: Exhibit
}
