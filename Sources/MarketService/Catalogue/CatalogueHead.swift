/// How far the catalogue has come: what the next change continues.
struct CatalogueHead: Equatable {
    /// How often it has changed.
    var revision: Int
    /// How many products there are.
    var products: Int
    /// The newest numbers that were given out; none is given twice.
    var lastProduct: Int
    var lastImage: Int
    var lastVendor: Int
    /// The newest change of what a search finds.
    var membership: Membership

    /// The revision as callers get it.
    ///
    /// - Parameter epoch: The name of this life of the store: one that was restored may count to the same number again.
    func revisionText(epoch: String?) -> String {
        "\(epoch ?? "")/\(revision)"
    }
}
