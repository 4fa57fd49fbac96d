extension KeptParts {
    /// The chunks of the PNG specification, third edition, but for texts, times and EXIF data, of which the orientation stays.
    ///
    /// Those are before the pixels then, where browsers look for them.
    private static let chunks: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD",
        "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT",
    ]

    static func png(_ bytes: [UInt8], header: PictureHeader) throws(PictureError) -> [UInt8] {
        var kept = Array(bytes[..<8])
        var cursor = FileCursor(bytes[8...])
        var orientation = header.exif.flatMap { OrientationData(bytes[$0], orientation: header.orientation) }
        while cursor.left > 0 {
            let start = cursor.position
            let length = try cursor.bigEndian(4)
            let name = String(decoding: try cursor.take(4), as: UTF8.self)
            try cursor.skip(length + 4)
            if let data = orientation, name == "eXIf" || name == "IDAT" {
                kept += chunk("eXIf", data: data.bytes)
                orientation = nil
            }
            if chunks.contains(name) { kept += bytes[start..<cursor.position] }
        }
        return kept
    }

    /// A chunk as it is written: its length, its name, its data and the CRC-32 of ISO 3309 over both.
    private static func chunk(_ name: String, data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in checked {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return DecoderMessage.number(data.count) + checked + DecoderMessage.number(Int(~checksum))
    }
}
