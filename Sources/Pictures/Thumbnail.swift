internal import CPictures

/// A small picture, encoded: a PNG when something shines through and it is no larger than a picture may be, else a JPEG on white.
package struct Thumbnail: Sendable, Hashable {
    /// `png` or `jpeg`.
    package let format: PictureFormat
    /// Pixels of a row.
    package let width: Int
    /// Rows.
    package let height: Int
    package let bytes: [UInt8]

    /// Quality of a JPEG, 0…100: no blocks to be seen in a list, and some 20 to 80 KB.
    private static let quality: CInt = 85

    init(_ pixels: PixelGrid, maxBytes: Int) throws(PictureError) {
        let picture = pixels.hasTransparency ? try Self.encoded(pixels, as: .png) : nil
        if let picture, picture.count <= maxBytes {
            (format, bytes) = (.png, picture)
        } else {
            (format, bytes) = (.jpeg, try Self.encoded(picture == nil ? pixels : pixels.onWhite, as: .jpeg))
        }
        (width, height) = (pixels.width, pixels.height)
    }

    private static func encoded(_ pixels: PixelGrid, as format: PictureFormat) throws(PictureError) -> [UInt8] {
        let (columns, rows) = (UInt32(pixels.width), UInt32(pixels.height))
        let capacity = Int(CPictures_encoded_bytes_max(columns, rows))
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            guard let address = output.baseAddress else { return }
            count =
                unsafe format == .png
                ? CPictures_encode_png(pixels.bytes, columns, rows, address, capacity)
                : CPictures_encode_jpeg(pixels.bytes, columns, rows, quality, address, capacity)
        }
        // The room is always enough, so memory is all that can be missing.
        guard !encoded.isEmpty else { throw PictureError(.noMemory, "There was no memory to make its thumbnail.") }
        // Without the room that was not used.
        return Array(encoded[...])
    }
}
