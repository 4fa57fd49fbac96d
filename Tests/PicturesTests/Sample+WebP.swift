import CPictureSamples

extension Sample {
    /// A chunk of a WebP.
    static func webpChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + littleEndian(data.count, 4) + data + (data.count % 2 == 0 ? [] : [0])
    }

    /// A WebP of these chunks.
    static func webpFile(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + littleEndian(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    /// The chunk that says the size of the canvas and what else there is.
    static func webpHeader(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
        webpChunk("VP8X", [flags, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3))
    }

    /// An animation whose frames are encoded pictures, each with its place.
    static func webpAnimation(_ width: Int, _ height: Int, _ frames: [(x: Int, y: Int, SamplePixels)]) -> [UInt8] {
        let chunks = frames.flatMap { x, y, pixels in
            let place = littleEndian(x / 2, 3) + littleEndian(y / 2, 3)
            let size = littleEndian(pixels.width - 1, 3) + littleEndian(pixels.height - 1, 3)
            // Behind the twelve bytes of the file begins the picture's own chunk.
            return webpChunk("ANMF", place + size + littleEndian(40, 3) + [0] + webp(pixels, lossless: true)[12...])
        }
        let background = webpChunk("ANIM", [0, 0, 0, 0, 0, 0])
        return webpFile(webpHeader(width, height, flags: 0x12) + background + chunks)
    }

    /// A lossy picture of one grey, with a lossless alpha that is 0 everywhere if wanted.
    static func webpGrey(_ width: Int, _ height: Int, hasAlpha: Bool) -> [UInt8] {
        let picture = encoded { output, capacity in
            CPictureSamples_webp_grey(CInt(width), CInt(height), output, capacity)
        }
        guard hasAlpha else { return picture }
        var writer = BitWriter()
        // It is compressed like a picture, without the header: no transforms, no cache of colours.
        writer.write(1, bits: 8)
        writer.write(0, bits: 1 + 1)
        oneColorCodes(&writer)
        return webpFile(webpHeader(width, height, flags: 0x10) + webpChunk("ALPH", writer.finish()) + picture[12...])
    }

    /// A lossless picture of one colour, of which no pixel takes a bit.
    static func webpOfOneColor(_ width: Int, _ height: Int) -> [UInt8] {
        webpFile(webpChunk("VP8L", losslessHeader(width, height) { writer in oneColorCodes(&writer) }))
    }

    /// A lossless picture of one colour that defines as many sets of codes as it has blocks of 32×32 pixels, and uses them
    /// all: what takes most memory for its length.
    static func webpOfManyCodes(_ width: Int, _ height: Int) -> [UInt8] {
        let columns = (width + 31) / 32
        let rows = (height + 31) / 32
        let data = losslessHeader(width, height) { writer in
            // There is a picture that says which set each block uses, five bits of position being within a block.
            writer.write(1, bits: 1)
            writer.write(3, bits: 3)
            // That picture has no cache of colours. Its green and red have codes of eight bits, which are the numbers
            // themselves with the highest bit first; blue, alpha and distance are always 0.
            writer.write(0, bits: 1)
            writeEightBitCode(&writer, symbols: 280)
            writeEightBitCode(&writer, symbols: 256)
            for _ in 0..<3 { writer.write(1, bits: 4) }
            for number in 0..<columns * rows {
                writer.write(reversed(number & 255), bits: 8)
                writer.write(reversed(number >> 8), bits: 8)
            }
            for _ in 0..<columns * rows { for _ in 0..<5 { writer.write(1, bits: 4) } }
        }
        return webpFile(webpChunk("VP8L", data))
    }

    private static func losslessHeader(_ width: Int, _ height: Int, _ body: (inout BitWriter) -> Void) -> [UInt8] {
        var writer = BitWriter()
        writer.write(0x2F, bits: 8)
        writer.write(width - 1, bits: 14)
        writer.write(height - 1, bits: 14)
        // No alpha, version 0, no transforms, no cache of colours.
        writer.write(0, bits: 1 + 3 + 1 + 1)
        body(&writer)
        return writer.finish()
    }

    private static func oneColorCodes(_ writer: inout BitWriter) {
        writer.write(0, bits: 1)
        // Five codes of one symbol each: simple, one symbol, of one bit, which is 0.
        for _ in 0..<5 { writer.write(1, bits: 4) }
    }

    /// A code in which 0…255 have eight bits each and whatever is above has none.
    private static func writeEightBitCode(_ writer: inout BitWriter, symbols: Int) {
        // The lengths are written in a code of their own: here 0 and 8, of one bit each. Its lengths come in the order
        // 17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8.
        writer.write(0, bits: 1)
        writer.write(12 - 4, bits: 4)
        for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8] {
            writer.write(symbol == 0 || symbol == 8 ? 1 : 0, bits: 3)
        }
        // All symbols have a length written down.
        writer.write(0, bits: 1)
        for symbol in 0..<symbols { writer.write(symbol < 256 ? 1 : 0, bits: 1) }
    }

    private static func reversed(_ byte: Int) -> Int { (0..<8).reduce(0) { $0 << 1 | byte >> $1 & 1 } }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
    }
}
