/// An exhibit with its place in the catalogue.
package struct CatalogueEntry: Hashable, Sendable {
    /// The place among the entries served, from 1.
    package let number: Int
    /// The exhibit at this place.
    package let exhibit: Exhibit
}
