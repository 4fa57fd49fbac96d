import Pictures
import Testing

@Suite("A picture in an uncommon kind of colour")
struct ColorKindTests {
    @Test("CMYK is the light that each ink leaves, with Adobe's marker and without", arguments: [true, false])
    func cmyk(isAdobe: Bool) throws {
        // Full magenta and half black: red and blue shine at half, green not at all.
        let row = (0..<300).flatMap { _ in [255, 0, 255, 127] as [UInt8] }
        let bytes = Sample.jpeg(row, rowBytes: 0, 300, 100, channels: 4, adobe: isAdobe)
        #expect(try Picture(bytes).thumbnail.color(50, 30).isClose(to: (127, 0, 127, 255)))
    }

    @Test("grey, as JPEG and as PNG of 1, 2, 4, 8 and 16 bits")
    func grey() throws {
        let jpeg = Sample.jpeg([UInt8](repeating: 170, count: 300), rowBytes: 0, 300, 100, channels: 1)
        #expect(try Picture(jpeg).thumbnail.color(50, 30).isClose(to: (170, 170, 170, 255), within: 3))
        for (depth, sample) in [(1, 0xFF), (2, 0xAA), (4, 0xAA), (8, 0xAA), (16, 0xAA)] as [(Int, UInt8)] {
            let row = [UInt8](repeating: sample, count: 600)
            let bytes = Sample.png(row, rowBytes: 0, 300, 100, depth: depth, type: 0)
            let expected = depth == 1 ? 255 : 170
            #expect(
                try Picture(bytes).thumbnail.color(50, 30).isClose(to: (expected, expected, expected, 255)),
                "\(depth)"
            )
        }
    }

    @Test("16 bits for each colour, with alpha")
    func deep() throws {
        let row = (0..<300).flatMap { _ in [200, 1, 100, 2, 50, 3, 128, 0] as [UInt8] }
        let bytes = Sample.png(row, rowBytes: 0, 300, 100, depth: 16, type: 6)
        #expect(try Picture(bytes).thumbnail.color(50, 30).isClose(to: (200, 100, 50, 128), within: 1))
    }

    @Test("grey with alpha")
    func greyAlpha() throws {
        let row = (0..<300).flatMap { _ in [90, 128] as [UInt8] }
        let bytes = Sample.png(row, rowBytes: 0, 300, 100, depth: 8, type: 4)
        #expect(try Picture(bytes).thumbnail.color(50, 30).isClose(to: (90, 90, 90, 128), within: 1))
    }

    @Test("a palette of 2, 4, 16 and 256 colours, also with a transparent one")
    func palette() throws {
        let colors: [UInt8] = [10, 20, 30, 200, 100, 50]
        for (depth, row) in [(1, 0xFF), (2, 0x55), (4, 0x11), (8, 1)] as [(Int, UInt8)] {
            let bytes = Sample.png(
                [UInt8](repeating: row, count: 300),
                rowBytes: 0,
                300,
                100,
                depth: depth,
                type: 3,
                palette: colors
            )
            #expect(try Picture(bytes).thumbnail.color(50, 30).isClose(to: (200, 100, 50, 255)), "\(depth)")
            // tRNS stands behind the palette: its second byte is the alpha of the second colour.
            let palette = try #require(bytes.firstIndex(of: Array("PLTE".utf8)))
            let behind = palette + 4 + colors.count + 4
            let faint = Array(bytes[..<behind] + Sample.pngChunk("tRNS", [255, 64]) + bytes[behind...])
            #expect(try Picture(faint).thumbnail.color(50, 30).isClose(to: (200, 100, 50, 64), within: 1), "\(depth)")
        }
    }

    @Test("an index beyond the palette is damage in a GIF")
    func index() {
        let frame = Sample.GIFFrame(width: 2, height: 1, indices: [0, 127])
        var bytes = Sample.gif(2, 1, colors: [[1, 2, 3]], frames: [frame])
        #expect(refusal(of: bytes) == nil)
        // A table of two colours instead of 128.
        bytes[10] = 0x80
        bytes.removeSubrange(13 + 6..<13 + 384)
        #expect(refusal(of: bytes) == .damaged)
    }
}
