extension KeptParts {
    /// Pixels, alpha, animation and the colour profile; of EXIF data the orientation, where the picture was not turned.
    static func webp(_ bytes: [UInt8], header: PictureHeader) throws(PictureError) -> [UInt8] {
        let chunks = try RIFFChunk.all(in: bytes[12...])
        // One without the chunk that says what else there is has its pixels and nothing else.
        guard let first = chunks.first, first.name == "VP8X", let flags = first.data.first else {
            return RIFFChunk.file(chunks.prefix(1).flatMap { RIFFChunk.bytes(named: $0.name, data: Array($0.data)) })
        }
        let orientation = chunks.first { $0.name == "EXIF" }.flatMap {
            OrientationData($0.data, orientation: header.orientation)
        }
        // The bits that say that there are EXIF data (8), and XMP (4).
        let others = flags & ~0x0C | (orientation == nil ? 0 : 0x08)
        var kept = RIFFChunk.bytes(named: "VP8X", data: [others] + first.data.dropFirst().prefix(9))
        for chunk in chunks.dropFirst() {
            switch chunk.name {
            case "ICCP", "ANIM", "ALPH", "VP8 ", "VP8L":
                kept += RIFFChunk.bytes(named: chunk.name, data: Array(chunk.data))
            case "ANMF": kept += RIFFChunk.bytes(named: chunk.name, data: try frame(chunk.data))
            default: break
            }
        }
        if let orientation { kept += RIFFChunk.bytes(named: "EXIF", data: orientation.bytes) }
        return RIFFChunk.file(kept)
    }

    /// A frame of an animation: its place in 16 bytes, and its pixels.
    private static func frame(_ data: ArraySlice<UInt8>) throws(PictureError) -> [UInt8] {
        let parts = try RIFFChunk.all(in: data.dropFirst(16)).filter { $0.isImage || $0.name == "ALPH" }
        return data.prefix(16) + parts.flatMap { RIFFChunk.bytes(named: $0.name, data: Array($0.data)) }
    }
}
