import CPictureSamples
import Pictures
import Testing

@Suite("A picture within its limits")
struct PictureLimitsTests {
    static let small = SamplePixels.gradient(24, 16)

    static let formats: [(PictureFormat, [UInt8])] = [
        (.png, Sample.png(small)),
        (.jpeg, Sample.jpeg(small)),
        (.webp, Sample.webp(small, lossless: false)),
        (.webp, Sample.webp(small, lossless: true)),
        (
            .gif,
            Sample.gif(
                4,
                3,
                colors: [[255, 0, 0]],
                frames: [.init(width: 4, height: 3, indices: [Int](repeating: 0, count: 12))]
            )
        ),
    ]

    @Test("each format is recognised by its content", arguments: formats)
    func recognition(format: PictureFormat, bytes: [UInt8]) throws {
        let header = try Picture(bytes).header
        #expect(header.format == format)
        #expect([header.width, header.height] == (format == .gif ? [4, 3] : [24, 16]))
    }

    @Test(
        "what is none of them is not recognised",
        arguments: [
            [], [0x89], Array("This is a text, renamed to .png\n".utf8), Array("GIF90a".utf8),
            Array("RIFF....WAVE".utf8),
            Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), [0xFF, 0xD8], Array("BM".utf8),
        ] as [[UInt8]]
    )
    func unrecognised(bytes: [UInt8]) { #expect(refusal(of: bytes) == .unrecognised) }

    @Test("307 200 bytes are taken, one more is not; what lies behind the picture is not counted")
    func bytes() throws {
        func png(_ count: Int) -> [UInt8] {
            let picture = Sample.png(Self.small)
            let filler = Sample.pngChunk("prVt", [UInt8](repeating: 0, count: count - picture.count - 12))
            return Array(picture.dropLast(12) + filler + picture.suffix(12))
        }
        #expect(refusal(of: png(307_200)) == nil)
        #expect(refusal(of: png(307_201)) == .tooManyBytes)
        #expect(refusal(of: Sample.png(Self.small), limits: PictureLimits(bytes: 50)) == .tooManyBytes)
        let film = [UInt8](repeating: 0, count: 400_000)
        for (format, bytes) in Self.formats {
            #expect(try Picture(bytes + film).bytes == bytes, "\(format)")
        }
        // What is no picture at all, or is damaged, and too long, is too long: nothing else can be said for certain.
        #expect(refusal(of: film) == .tooManyBytes)
        #expect(refusal(of: Array(png(307_300).dropLast(20))) == .tooManyBytes)
    }

    @Test("a JPEG loses what follows it, also another one")
    func several() throws {
        let photo = Sample.jpeg(Self.small)
        #expect(try Picture(photo + photo + [0] + photo).bytes == photo)
    }

    @Test(
        "a HEIC or an AVIF is refused by its name, with what to do",
        arguments: [("heic", "HEIC"), ("mif1", "HEIC"), ("avif", "AVIF"), ("avis", "AVIF")]
    )
    func named(brand: String, name: String) {
        let bytes = [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [UInt8](repeating: 0, count: 300)
        let error = #expect(throws: PictureError.self) { try Picture(bytes) }
        #expect(error?.code == .unrecognised)
        #expect(error?.detail.contains("a\(name == "AVIF" ? "n" : "") \(name) picture") == true)
        #expect(error?.detail.contains("JPEG") == true)
    }

    @Test("8000 pixels along a side are taken, one more is not, and none neither")
    func sides() {
        func png(_ width: Int, _ height: Int) -> [UInt8] {
            Sample.png([UInt8](repeating: 0, count: 1_001), rowBytes: 0, width, height, depth: 1, type: 0)
        }
        #expect(refusal(of: png(8_000, 1)) == nil)
        #expect(refusal(of: png(1, 8_000)) == nil)
        #expect(refusal(of: png(8_001, 1)) == .dimensions)
        #expect(refusal(of: png(1, 8_001)) == .dimensions)
        #expect(refusal(of: Sample.pngClaiming(0, 5)) == .dimensions)
        #expect(refusal(of: Sample.pngClaiming(5, 0)) == .dimensions)
        #expect(refusal(of: png(64, 64), limits: PictureLimits(side: 63)) == .dimensions)
    }

    @Test("65 000×65 000 pixels in 200 bytes are refused by their header, in every format")
    func bombs() {
        let png = Sample.pngClaiming(65_000, 65_000)
        #expect(png.count == 200)
        #expect(refusal(of: png) == .dimensions)
        #expect(refusal(of: Sample.pngClaiming(0x7FFF_FFFF, 0x7FFF_FFFF)) == .dimensions)
        #expect(
            refusal(of: Sample.gifOfOneColor(65, 65).replacing(at: 6, with: [0xE8, 0xFD, 0xE8, 0xFD])) == .dimensions
        )
        #expect(refusal(of: Sample.webpOfOneColor(16_384, 16_384)) == .dimensions)
        let jpeg = Sample.jpeg(Self.small)
        let sides = jpeg.firstIndex(of: [0xFF, 0xC0, 0x00, 0x11, 0x08])
        #expect(sides.map { refusal(of: jpeg.replacing(at: $0 + 5, with: [0xFD, 0xE8, 0xFD, 0xE8])) } == .dimensions)
        // Within the limits, but with fewer bits than it would have blocks.
        #expect(sides.map { refusal(of: jpeg.replacing(at: $0 + 5, with: [0x1F, 0x40, 0x1F, 0x40])) } == .damaged)
    }

    @Test("more scans than any encoder writes are refused")
    func scans() {
        let bytes = Sample.jpeg(Self.small.grey, rowBytes: 24, 24, 16, channels: 1, scans: .many)
        #expect(bytes.count > 500)
        #expect(refusal(of: bytes) == .unsupported)
    }
}
