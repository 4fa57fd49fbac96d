import Journal
import MarketDomain
import Messages

/// A product with everything that is known of it.
struct ListedProduct {
    var product: Product
    /// Whose it is.
    let vendor: MarketVendor
    var images: [CatalogueImage]
    /// When it was registered, and when its vendor last changed it.
    let created: Int
    var issued: Int
}

struct CatalogueImage {
    let id: Int
    /// When it was given, in milliseconds since 1970-01-01 UTC.
    let issued: Int
    /// What its file and that of its thumbnail are named by.
    let hash: FileHash
    let thumbnailHash: FileHash
}

extension CatalogueImage {
    /// A picture that was just given.
    init(_ id: Int, of picture: StoredPicture, issued: Int) {
        self.init(id: id, issued: issued, hash: picture.original.hash, thumbnailHash: picture.thumbnail.hash)
    }
}

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
