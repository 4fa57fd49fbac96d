/// An exhibit with its place in the catalogue.
public struct CatalogueEntry: Hashable, Sendable {
    /// The place among the entries served, from 1.
    public let number: Int
    /// The exhibit at this place.
    public let exhibit: Exhibit
}
