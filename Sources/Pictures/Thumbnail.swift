internal import CPictures

/// A small picture, encoded: a PNG when something shines through, else a JPEG.
package struct Thumbnail: Sendable, Hashable {
    /// `png` or `jpeg`.
    package let format: PictureFormat
    /// Pixels of a row.
    package let width: Int
    /// Rows.
    package let height: Int
    package let bytes: [UInt8]

    /// Quality of a JPEG, 0…100: no blocks to be seen in a list, and some 3 to 12 KB.
    private static let quality: CInt = 85

    init(_ pixels: PixelGrid) throws(PictureError) {
        let format: PictureFormat = pixels.hasTransparency ? .png : .jpeg
        let (columns, rows) = (UInt32(pixels.width), UInt32(pixels.height))
        let capacity = Int(CPictures_encoded_bytes_max(columns, rows))
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            guard let address = output.baseAddress else { return }
            count =
                unsafe format == .png
                ? CPictures_encode_png(pixels.bytes, columns, rows, address, capacity)
                : CPictures_encode_jpeg(pixels.bytes, columns, rows, Self.quality, address, capacity)
        }
        // The room is always enough, so memory is all that can be missing.
        guard !encoded.isEmpty else { throw PictureError(.noMemory, "There was no memory to make its thumbnail.") }
        self.format = format
        width = pixels.width
        height = pixels.height
        // Without the room that was not used.
        bytes = Array(encoded[...])
    }
}
