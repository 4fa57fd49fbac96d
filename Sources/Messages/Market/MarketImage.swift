/// One picture of a product: an element of its `images`.
package struct MarketImage: SuiteMessage {
    package var id = 0
    package var url = ""
    package var thumbnailURL = ""
    package var issuedAt = ""
    /// `nil` from a service of an earlier version.
    package var hash: String?
    /// `nil` from a service of an earlier version.
    package var thumbnailHash: String?

    package init() {}

    /// Creates a picture's description with the references that belong to its number.
    package init(id: Int, issuedAt: String, hash: String? = nil, thumbnailHash: String? = nil) {
        self.id = id
        url = MarketImageReference(id: id).description
        thumbnailURL = MarketImageReference(id: id, isThumbnail: true).description
        (self.issuedAt, self.hash, self.thumbnailHash) = (issuedAt, hash, thumbnailHash)
    }

    package mutating func members(_ members: inout Members) {
        members("id", &id, .id, "The picture.")
        members("url", &url, .text(bytes: 1...64), "The reference of the picture.")
        members("hash", &hash, .text(), "What tells the picture from every other: the first 32 digits of its SHA-256.")
        members("thumbnail_url", &thumbnailURL, .text(bytes: 1...64), "The reference of its thumbnail.")
        members("thumbnail_hash", &thumbnailHash, .text(), "The same of the thumbnail.")
        members("issued_at", &issuedAt, .text(), "When it was given. UTC, without a zone.")
    }
}

/// Names one picture of a product, in its own size or as a thumbnail: `market:images/17`, `market:images/17/thumbnail`.
///
/// It is what `thumbnail`, `url` and `thumbnail_url` hold, and what `market.images.get` takes as its `url`.
package struct MarketImageReference: Sendable, Hashable, CustomStringConvertible {
    /// The longest reference, in bytes.
    package static let maxLength = 64
    /// The hexadecimal digits by which a picture is known, the first of the SHA-256 of its bytes.
    package static let hashLength = 32

    private static let prefix = "market:images/"
    private static let thumbnailSuffix = "/thumbnail"

    /// The picture's number, from 1.
    package let id: Int
    /// Whether its thumbnail is meant.
    package let isThumbnail: Bool

    package init(id: Int, isThumbnail: Bool = false) {
        self.id = id
        self.isThumbnail = isThumbnail
    }

    /// Reads a reference; `nil` when it is none that a market gives.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        guard rest.starts(with: Self.prefix.utf8) else { return nil }
        rest = rest.dropFirst(Self.prefix.utf8.count)
        let digits = rest.prefix { $0 != UInt8(ascii: "/") }
        rest = rest.dropFirst(digits.count)
        guard let id = Int(String(decoding: digits, as: UTF8.self)), id > 0 else { return nil }
        self.init(id: id, isThumbnail: !rest.isEmpty)
        // Only the text that is given out counts: `+17`, `017` and `17/x` are none.
        guard description.utf8.elementsEqual(text.utf8) else { return nil }
    }

    /// The reference as it travels.
    package var description: String {
        "\(Self.prefix)\(id)\(isThumbnail ? Self.thumbnailSuffix : "")"
    }
}

/// The params of `market.images.get`: a picture by its number, or by the reference that an answer held.
package struct MarketImagesGetParams: SuiteMessage {
    /// The picture.
    package var reference = MarketImageReference(id: 1)
    package var hash: String?

    package init() {}
    package init(reference: MarketImageReference, hash: String? = nil) {
        (self.reference, self.hash) = (reference, hash)
    }

    package mutating func members(_ members: inout Members) {
        var id: Int? = reference.id
        var isThumbnail = reference.isThumbnail
        var url: String?
        members("id", &id, .id, "The picture.")
        members("thumbnail", &isThumbnail, .boolean, "Whether its thumbnail is wanted.", need: .optional)
        members("url", &url, .text(bytes: 1...MarketImageReference.maxLength), "The reference, as an answer held it.")
        members("hash", &hash, .text(bytes: 1...MarketImageReference.hashLength), "Its hash, when no other will do.")
        members.exactlyOne(of: "id", "url")
        let named = url.map { MarketImageReference($0) }
        members.check(named != .some(nil), "url", "must be a reference that an answer held")
        let length = MarketImageReference.hashLength
        members.check(
            hash.map { $0.utf8.count == length && $0.utf8.allSatisfy(Self.isHexadecimal) } ?? true,
            "hash",
            "must be \(length) lower-case hexadecimal digits"
        )
        reference = (named ?? nil) ?? MarketImageReference(id: id ?? 1, isThumbnail: isThumbnail)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
