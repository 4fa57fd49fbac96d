extension PictureHeader {
    /// Reads the chunks of a PNG: length, name, that many bytes and a checksum each, IHDR the first and IEND the last.
    static func png(_ bytes: [UInt8], limits: PictureLimits) throws(PictureError) -> PictureHeader {
        var cursor = FileCursor(bytes[8...])
        guard try cursor.bigEndian(4) == 13, try cursor.take(4).elementsEqual("IHDR".utf8) else {
            throw PictureError(.damaged, "It does not begin with the header of a PNG.")
        }
        let width = try cursor.bigEndian(4)
        let height = try cursor.bigEndian(4)
        try checkSides(width: width, height: height, limits: limits)
        try cursor.skip(1)
        let hasColor = try cursor.byte() & 2 != 0
        try cursor.skip(3 + 4)
        var header = PictureHeader(.png, width: width, height: height, byteCount: 0, decodingBytes: decoderBytes)
        header.space = hasColor ? .color : .grey
        var colors = PNGColors()
        var hasPixels = false
        while true {
            let length = try cursor.bigEndian(4)
            let name = String(decoding: try cursor.take(4), as: UTF8.self)
            let data = try cursor.take(length)
            try cursor.skip(4)
            switch name {
            case "IDAT": hasPixels = true
            // One is allowed. libvips writes a second behind the pixels, as it writes the first before them.
            case "eXIf" where header.exif == nil: header.exif = data.startIndex..<data.endIndex
            case "IEND":
                header.byteCount = cursor.position
                header.orientation = header.exif.map { PictureOrientation(exif: bytes[$0]) } ?? .upright
                header.colors = colors.colors(of: header.space)
                return header
            default:
                if !hasPixels { try colors.take(name, data: data) }
            }
        }
    }
}
