/// One chunk of a RIFF file, the container of WebP.
struct RIFFChunk {
    /// Where it begins, with its name.
    let start: Int
    let name: String
    /// Its bytes, without the one that fills up an odd number of them.
    let data: ArraySlice<UInt8>

    /// Whether it holds pixels.
    var isImage: Bool { name == "VP8 " || name == "VP8L" }

    /// Reads chunks up to the end of what holds them.
    ///
    /// - Throws: ``PictureError``, `damaged`, when the last one ends too early.
    static func all(in bytes: ArraySlice<UInt8>) throws(PictureError) -> [RIFFChunk] {
        var cursor = ByteCursor(bytes)
        var chunks: [RIFFChunk] = []
        while cursor.left > 0 {
            let start = cursor.position
            let name = String(decoding: try cursor.take(4), as: UTF8.self)
            let length = try cursor.littleEndian(4)
            let data = try cursor.take(length)
            try cursor.skip(length & 1)
            chunks.append(RIFFChunk(start: start, name: name, data: data))
        }
        return chunks
    }
}
