extension PictureHeader {
    /// Reads the chunks of a PNG: length, name, that many bytes and a checksum each, IHDR the first and IEND the last.
    static func png(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureError) -> PictureHeader {
        var cursor = ByteCursor(bytes[8...])
        guard try cursor.bigEndian(4) == 13, try cursor.take(4).elementsEqual("IHDR".utf8) else {
            throw PictureError(.damaged, "It does not begin with the header of a PNG.")
        }
        let width = try cursor.bigEndian(4)
        let height = try cursor.bigEndian(4)
        try checkSides(width, height, limits)
        try cursor.skip(5 + 4)
        var orientation = PictureOrientation.upright
        while true {
            let length = try cursor.bigEndian(4)
            let name = try cursor.take(4)
            let data = try cursor.take(length)
            try cursor.skip(4)
            if name.elementsEqual("IEND".utf8) { break }
            if name.elementsEqual("eXIf".utf8) { orientation = PictureOrientation(exif: data) }
        }
        return PictureHeader(
            .png,
            width: width,
            height: height,
            orientation: orientation,
            decodingBytes: decoderBytes
        )
    }
}
