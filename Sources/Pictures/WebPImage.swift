/// The header of the pixels of a WebP.
struct WebPImage {
    let width: Int
    let height: Int

    /// Reads how a VP8 or VP8L chunk begins.
    ///
    /// - Throws: ``PictureError``, `damaged`, when it is another chunk or begins otherwise.
    init(_ chunk: RIFFChunk) throws(PictureError) {
        var cursor = FileCursor(chunk.data)
        switch chunk.name {
        case "VP8 ":
            // Three bytes about the frame, of which the lowest bit says that it stands alone; then a mark. The upper two
            // bits of each side ask a player to enlarge it.
            guard try cursor.littleEndian(3) & 1 == 0, try cursor.bigEndian(3) == 0x9D_01_2A else {
                throw PictureError(.damaged, "Its pixels do not begin as those of a WebP.")
            }
            width = try cursor.littleEndian(2) & 0x3FFF
            height = try cursor.littleEndian(2) & 0x3FFF
        case "VP8L":
            guard try cursor.byte() == 0x2F else {
                throw PictureError(.damaged, "Its pixels do not begin as those of a WebP.")
            }
            let sides = try cursor.littleEndian(4)
            width = sides & 0x3FFF + 1
            height = sides >> 14 & 0x3FFF + 1
        default:
            throw PictureError(.damaged, "There is no picture in it.")
        }
    }
}
