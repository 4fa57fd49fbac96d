/// One chunk of a RIFF file, the container of WebP.
struct RIFFChunk {
    /// Where it begins, with its name.
    let start: Int
    let name: String
    /// Its bytes, without the one that fills up an odd number of them.
    let data: ArraySlice<UInt8>

    var isImage: Bool { name == "VP8 " || name == "VP8L" }

    /// Whether its pixels were compressed without loss and let something shine through: the bit behind mark and sides.
    var hasAlpha: Bool { name == "VP8L" && data.count > 4 && data[data.startIndex + 4] & 0x10 != 0 }

    /// A chunk as it is written.
    static func bytes(named name: String, data: [UInt8]) -> [UInt8] {
        let length = (0..<4).map { UInt8(data.count >> ($0 * 8) & 255) }
        return Array(name.utf8) + length + data + [UInt8](repeating: 0, count: data.count & 1)
    }

    /// A WebP of chunks as they are written.
    static func file(_ chunks: [UInt8]) -> [UInt8] { bytes(named: "RIFF", data: Array("WEBP".utf8) + chunks) }

    /// Reads chunks up to the end of what holds them.
    ///
    /// - Throws: ``PictureError``, `damaged`, when the last one ends too early.
    static func all(in bytes: ArraySlice<UInt8>) throws(PictureError) -> [RIFFChunk] {
        var cursor = FileCursor(bytes)
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
