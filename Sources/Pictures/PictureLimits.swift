internal import CPictures

/// How large a picture may be, and how large its thumbnail becomes.
package struct PictureLimits: Sendable, Hashable {
    /// The most bytes of a picture, by default 307 200.
    package let bytes: Int
    /// The most pixels along each side of a picture, by default 8 000 and never more.
    package let side: Int
    /// The most pixels along each side of a thumbnail, by default 200, and never more than 600.
    package let thumbnailSide: Int

    /// Those of what is kept: 600 pixels are enough for a list on the sharpest screens.
    package static let stored = PictureLimits(thumbnailSide: 600)

    /// Creates limits; what is out of its range counts as the nearest that is not.
    package init(bytes: Int = 307_200, side: Int = 8_000, thumbnailSide: Int = 200) {
        self.bytes = max(bytes, 0)
        self.side = min(max(side, 1), Int(CPICTURES_SIDE_MAX))
        self.thumbnailSide = min(max(thumbnailSide, 1), Int(CPICTURES_REDUCED_SIDE_MAX))
    }
}
