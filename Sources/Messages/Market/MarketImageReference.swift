/// Names one picture of a product, in its own size or as a thumbnail: `market:images/17`, `market:images/17/thumbnail`.
///
/// It is what `thumbnail`, `url` and `thumbnail_url` hold, and what `market.images.get` takes as its `url`.
package struct MarketImageReference: Sendable, Hashable, CustomStringConvertible {
    /// The longest reference, in bytes.
    package static let longest = 64

    private static let prefix = "market:images/"
    private static let thumbnailSuffix = "/thumbnail"

    /// The picture's number, from 1.
    package let id: Int
    /// Whether its thumbnail is meant.
    package let isThumbnail: Bool

    /// Creates a reference.
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
