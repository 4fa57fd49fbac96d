internal import CPictures

extension PictureHeader {
    /// Reads the chunks of a WebP: name, length, that many bytes and one more if they are odd, all within one RIFF chunk.
    static func webp(_ bytes: [UInt8], limits: PictureLimits) throws(PictureError) -> PictureHeader {
        var cursor = FileCursor(bytes[4...])
        let length = try cursor.littleEndian(4)
        guard length >= 4 else { throw PictureError(.damaged, "It does not begin with the header of a WebP.") }
        let chunks = try RIFFChunk.all(in: try cursor.take(length).dropFirst(4))
        let byteCount = cursor.position
        guard let first = chunks.first else { throw PictureError(.damaged, "There is nothing in it.") }
        guard first.name == "VP8X" else {
            // The simple kind: one frame and nothing else that counts.
            let frame = try frame([first])
            try checkSides(width: frame.width, height: frame.height, limits: limits)
            return webp(width: frame.width, height: frame.height, byteCount: byteCount, frame: frame)
        }

        var fields = FileCursor(first.data)
        let flags = try fields.byte()
        try fields.skip(3)
        let width = try fields.littleEndian(3) + 1
        let height = try fields.littleEndian(3) + 1
        try checkSides(width: width, height: height, limits: limits)
        guard flags & 0x02 == 0 else {
            let frame = try firstFrame(of: chunks)
            guard frame.x + frame.width <= width, frame.y + frame.height <= height else {
                throw PictureError(.damaged, "Its first frame does not lie within the picture.")
            }
            var header = webp(width: width, height: height, byteCount: byteCount, frame: frame)
            header.isAnimated = true
            header.read(chunks)
            return header
        }
        let frame = try frame(chunks)
        guard frame.width == width, frame.height == height else {
            throw PictureError(.damaged, "Its picture has another size than the file says.")
        }
        var header = webp(width: width, height: height, byteCount: byteCount, frame: frame)
        header.read(chunks)
        return header
    }

    /// Reads what is next to the pixels: orientation and colours.
    private mutating func read(_ chunks: [RIFFChunk]) {
        let exif = chunks.first { $0.name == "EXIF" }
        orientation = exif.map { PictureOrientation(exif: $0.data) } ?? .upright
        let profile = chunks.first { $0.name == "ICCP" }.flatMap { ICCProfile($0.data) }
        if let profile, profile.space == .color { colors = .profile(profile) }
        if orientation != .upright, !isAnimated { decodingBytes = max(decodingBytes + heldPixels * 4, turningBytes) }
    }

    /// Pixels that turning holds, of which a large picture has fewer then.
    private var heldPixels: Int { min(width * height, Int(CPICTURES_TURNED_PIXELS_MAX)) }

    /// What is held while the turned picture is encoded: all pixels before and after, what the encoder of libwebp makes of them,
    /// and without loss its chains of what was seen before.
    private var turningBytes: Int {
        Self.decoderBytes + (8 << 20) + heldPixels * (frame?.isLossless == true ? 51 : 11)
    }

    /// The first frame of an animation.
    ///
    /// Of the others this finds that they are there as a whole.
    private static func firstFrame(of chunks: [RIFFChunk]) throws(PictureError) -> PictureFrame {
        var first: PictureFrame?
        for chunk in chunks where chunk.name == "ANMF" {
            var cursor = FileCursor(chunk.data)
            let x = try cursor.littleEndian(3) * 2
            let y = try cursor.littleEndian(3) * 2
            let width = try cursor.littleEndian(3) + 1
            let height = try cursor.littleEndian(3) + 1
            // Its duration, and how it is drawn over the one before.
            try cursor.skip(4)
            let frame = try frame(RIFFChunk.all(in: try cursor.take(cursor.left)), x: x, y: y)
            guard frame.width == width, frame.height == height else {
                throw PictureError(.damaged, "A frame has another size than it says.")
            }
            first = first ?? frame
        }
        guard let first else { throw PictureError(.damaged, "There is no picture in it.") }
        return first
    }

    /// The frame that some chunks hold: its pixels, perhaps with alpha before them, and what does not matter here.
    private static func frame(_ chunks: [RIFFChunk], x: Int = 0, y: Int = 0) throws(PictureError) -> PictureFrame {
        let parts = chunks.filter { $0.isImage || $0.name == "ALPH" }
        guard let first = parts.first, let last = parts.last, parts.count(where: \.isImage) == 1 else {
            throw PictureError(.damaged, "There is no picture in it, or more than one.")
        }
        let image = try WebPImage(last)
        return PictureFrame(
            bytes: first.start..<last.data.endIndex,
            isLossless: last.name == "VP8L",
            losslessBytes: parts.reduce(0) { $1.name == "VP8 " ? $0 : $0 + $1.data.count },
            x: x,
            y: y,
            width: image.width,
            height: image.height
        )
    }

    private static func webp(
        width: Int,
        height: Int,
        byteCount: Int,
        frame: PictureFrame,
    ) -> PictureHeader {
        // libwebp 1.2.4 keeps of a lossy picture some rows, and DecodeWebP.c at most 16 MiB of the result. A lossless picture,
        // and alpha is one too, is held whole: four bytes a pixel, an eighth of that for its transforms, and for alpha one
        // byte more. Besides, it may switch between up to 65 536 sets of codes: a set takes 5 × 256 entries of 4 bytes
        // and 568 bytes, and at least 20 bits of the file.
        let pixels = frame.losslessBytes > 0 ? frame.width * frame.height * 11 / 2 : 0
        let codes = min(frame.losslessBytes * 8 / 20, 65_536) * (5 * 256 * 4 + 568)
        var header = PictureHeader(
            .webp,
            width: width,
            height: height,
            byteCount: byteCount,
            decodingBytes: decoderBytes + (16 << 20) + pixels + codes
        )
        header.frame = frame
        return header
    }
}
