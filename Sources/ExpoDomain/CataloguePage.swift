/// A part of the catalogue, in the order of its numbers.
package struct CataloguePage: Hashable, Sendable {
    /// The entries of this page; empty when nothing is left.
    package let entries: [CatalogueEntry]
    /// What to give as `after` to get the page that follows, or `nil` when this one is the last.
    ///
    /// It is the number of this page's last entry, so it stays meaningful when the search changes. After the data
    /// have been read anew the same number may be another entry: a reader who has to see every entry starts again.
    package let next: Int?
}
