extension KeptParts {
    /// The segments that pixels and their colours need, and those that say how they are to be turned.
    ///
    /// Of those for applications only: JFIF without its thumbnail, an EXIF orientation, the parts of an ICC profile, and Adobe's,
    /// which says what the colours are. Comments, XMP, IPTC and the index of further pictures (CIPA DC-007) go, and with it
    /// those pictures.
    static func jpeg(_ bytes: [UInt8], header: PictureHeader) throws(PictureError) -> [UInt8] {
        var kept: [UInt8] = [0xFF, 0xD8]
        var cursor = FileCursor(bytes[2...])
        var hasOrientation = false
        while true {
            // What is between segments, and more than one FF, is for nobody.
            while try cursor.byte() != 0xFF {}
            var marker = 0xFF
            while marker == 0xFF { marker = try cursor.byte() }
            switch marker {
            case 0xD9: return kept + [0xFF, 0xD9]
            case 0x00, 0x01, 0xD0...0xD8: continue
            default: break
            }
            let segment = try cursor.take(try cursor.bigEndian(2) - 2)
            switch marker {
            // Frames, tables, scans.
            case 0xC0...0xCF, 0xDA...0xDD: kept += Self.segment(marker, data: Array(segment))
            case 0xE0:
                if let data = jfif(segment) { kept += Self.segment(marker, data: data) }
            case 0xE1 where segment.starts(with: "Exif".utf8) && !hasOrientation:
                // As the header has it: the first counts.
                hasOrientation = true
                if let data = OrientationData(segment, orientation: header.orientation) {
                    kept += Self.segment(marker, data: Array("Exif".utf8) + [0, 0] + data.bytes)
                }
            case 0xE2 where segment.starts(with: JPEGProfile.mark): kept += Self.segment(marker, data: Array(segment))
            case 0xEE where segment.starts(with: "Adobe".utf8):
                kept += Self.segment(marker, data: Array(segment.prefix(12)))
            default: break
            }
            if marker == 0xDA { kept += try samples(&cursor, of: bytes) }
        }
    }

    private static func segment(_ marker: Int, data: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        return [0xFF, UInt8(marker & 255), UInt8(length >> 8 & 255), UInt8(length & 255)] + data
    }

    /// JFIF with the sides of its thumbnail at 0; `nil` for what is none, such as a thumbnail of its own (JFXX).
    private static func jfif(_ segment: ArraySlice<UInt8>) -> [UInt8]? {
        let mark = Array("JFIF".utf8) + [0]
        // The mark, a version, a density, two sides.
        guard segment.starts(with: mark), segment.count >= 14 else { return nil }
        return segment.prefix(12) + [0, 0]
    }

    /// What comes behind the head of a scan up to the next marker that does not belong to it.
    private static func samples(
        _ cursor: inout FileCursor,
        of bytes: [UInt8]
    ) throws(PictureError) -> ArraySlice<UInt8> {
        var position = cursor.position
        while let mark = bytes[position...].firstIndex(of: 0xFF),
            let code = bytes[mark...].firstIndex(where: { $0 != 0xFF })
        {
            // A sample of FF, or a mark where decoding may begin again; any number of FF may stand before each.
            guard bytes[code] == 0 || (0xD0...0xD7).contains(bytes[code]) else {
                return try cursor.take(mark - cursor.position)
            }
            position = code + 1
        }
        throw PictureError(.damaged, "It ends too early.")
    }
}
