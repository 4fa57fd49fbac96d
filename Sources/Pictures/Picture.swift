/// A picture that was decoded from its first to its last byte, and the thumbnail that came of it.
///
/// Everything here is synchronous and takes up to some seconds and ``PictureHeader/decodingBytes``, so call it off the
/// thread that serves requests, and bound how many run at once. Any number of threads may.
package struct Picture: Sendable, Hashable {
    /// What it says of itself, found true.
    package let header: PictureHeader
    /// What is to be kept and shown: the file without what lies behind the picture, upright where browsers do not turn it, and
    /// without what it says of places, people and devices.
    ///
    /// The header is of these bytes.
    package let bytes: [UInt8]
    /// The picture made small and upright.
    package let thumbnail: Thumbnail

    /// Checks a picture and makes its thumbnail.
    ///
    /// Of an animation the first frame is decoded and becomes the thumbnail; the others are only seen to be there as a
    /// whole. Of an animated PNG it is the plain picture, which need not be a frame. Bytes behind the end of a picture are
    /// allowed, as phones write films there, and cut off.
    ///
    /// - Throws: ``PictureError``. Nothing is allocated for a picture whose header is refused.
    package init(_ bytes: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
        let header = try PictureHeader(bytes, limits: limits)
        let size = ThumbnailSize(width: header.width, height: header.height, longestSide: limits.thumbnailSide)
        let pixels = try PictureDecoder.pixels(of: bytes, header: header, size: size)
        thumbnail = try Thumbnail(pixels.upright(from: header.orientation), maxBytes: limits.bytes)
        let upright = UprightPicture.bytes(of: bytes, header, maxBytes: limits.bytes)
        self.bytes = try KeptParts.of(upright, header: PictureHeader(upright, limits: limits))
        self.header = try PictureHeader(self.bytes, limits: limits)
    }
}
