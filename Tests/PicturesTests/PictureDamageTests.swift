import CPictureSamples
import Foundation
import Pictures
import Testing

@Suite("A damaged picture")
struct PictureDamageTests {
    /// Small files of every format and kind.
    static let pictures: [NamedPicture] = {
        let pixels = SamplePixels.gradient(21, 13)
        let faint = SamplePixels(width: 21, height: 13) { x, y in (200, 100, 50, UInt8(x * 12)) }
        let indices = (0..<21 * 13).map { $0 % 5 }
        let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [9, 9, 9]]
        let frame = Sample.GIFFrame(width: 21, height: 13, indices: indices)
        let interlaced = Sample.GIFFrame(width: 21, height: 13, indices: indices, transparent: 2, isInterlaced: true)
        let pictures: [(String, [UInt8])] = [
            ("png", Sample.png(pixels)),
            ("png interlaced", Sample.png(faint, interlaced: true)),
            ("jpeg", Sample.jpeg(pixels)),
            ("jpeg progressive", Sample.jpeg(pixels, scans: .progressive)),
            ("jpeg arithmetic", Sample.jpeg(pixels, scans: .arithmetic)),
            ("jpeg arithmetic progressive", Sample.jpeg(pixels, scans: .arithmeticProgressive)),
            ("jpeg grey", Sample.jpeg(pixels.grey, rowBytes: 21, 21, 13, channels: 1)),
            ("jpeg cmyk", Sample.jpeg(pixels.bytes, rowBytes: 84, 21, 13, channels: 4, adobe: true)),
            ("jpeg exif", Sample.jpeg(pixels, orientation: 6, littleEndian: true)),
            ("webp lossy", Sample.webp(pixels, lossless: false)),
            ("webp lossy alpha", Sample.webp(faint, lossless: false)),
            ("webp lossless", Sample.webp(faint, lossless: true)),
            ("webp animated", Sample.webpAnimation(30, 20, [(4, 2, pixels), (0, 0, faint)])),
            ("gif", Sample.gif(21, 13, colors: colors, frames: [frame])),
            ("gif animated", Sample.gif(21, 13, colors: colors, frames: [interlaced, frame, frame])),
        ]
        return pictures.map(NamedPicture.init) + ["jpeg-profile", "png-profile"].map(Self.seed)
    }()

    /// A file of the corpus of the fuzzer, for what has no encoder here: colour profiles.
    private static func seed(_ name: String) -> NamedPicture {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = (try? Data(contentsOf: root.appending(path: "Fuzz/picture/corpus/\(name)"))) ?? Data()
        return NamedPicture(name: name, bytes: [UInt8](data))
    }

    @Test("whole, it is accepted", arguments: pictures)
    func whole(picture: NamedPicture) { #expect(refusal(of: picture.bytes) == nil) }

    @Test("cut off after any byte, it is refused", arguments: pictures)
    func truncated(picture: NamedPicture) {
        let bytes = picture.bytes
        let accepted = bytes.indices.filter { refusal(of: Array(bytes[..<$0])) == nil }
        #expect(accepted.isEmpty, "\(bytes.count) bytes, cut to \(accepted)")
    }

    @Test("with any byte changed, it is refused or decodes", arguments: pictures)
    func changed(picture: NamedPicture) {
        let bytes = picture.bytes
        for index in bytes.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                let result = refusal(of: bytes.replacing(at: index, with: [bytes[index] ^ mask]))
                // Each chunk of a PNG has a checksum.
                if picture.name.hasPrefix("png") { #expect(result != nil, "byte \(index) ^ \(mask)") }
            }
        }
    }

    @Test("with a byte missing or one too many within, it is refused or decodes", arguments: pictures)
    func shifted(picture: NamedPicture) {
        let bytes = picture.bytes
        for index in bytes.indices {
            _ = refusal(of: Array(bytes[..<index] + bytes[(index + 1)...]))
            _ = refusal(of: Array(bytes[..<index] + [0] + bytes[index...]))
        }
    }

    @Test("bytes behind the end of a picture do no harm, and are cut off", arguments: pictures)
    func trailing(picture: NamedPicture) throws {
        let whole = try Picture(picture.bytes)
        #expect(try Picture(picture.bytes + Array("trailer".utf8)) == whole)
        // Only its EXIF data say more than what is kept.
        if picture.name != "jpeg exif" { #expect(whole.bytes == picture.bytes) }
    }

    @Test("a GIF without its trailer, without a frame, or with a frame that leaves the picture is refused")
    func gif() {
        let frame = Sample.GIFFrame(width: 2, height: 2, indices: [0, 0, 0, 0])
        let wide = Sample.GIFFrame(x: 1, width: 2, height: 2, indices: [0, 0, 0, 0])
        #expect(refusal(of: Sample.gif(2, 2, colors: [[1, 2, 3]], frames: [frame])) == nil)
        #expect(refusal(of: Sample.gif(2, 2, colors: [[1, 2, 3]], frames: [frame], ends: false)) == .damaged)
        #expect(refusal(of: Sample.gif(2, 2, colors: [[1, 2, 3]], frames: [])) == .damaged)
        #expect(refusal(of: Sample.gif(2, 2, colors: [[1, 2, 3]], frames: [wide])) == .damaged)
    }

    @Test("a WebP whose frame leaves the canvas or is of another size is refused")
    func webp() {
        let pixels = SamplePixels.gradient(8, 8)
        #expect(refusal(of: Sample.webpAnimation(10, 8, [(2, 0, pixels)])) == nil)
        #expect(refusal(of: Sample.webpAnimation(10, 8, [(4, 0, pixels)])) == .damaged)
        #expect(refusal(of: Sample.webpAnimation(10, 8, [])) == .damaged)
        let still = Sample.webp(pixels, lossless: true)[12...]
        #expect(refusal(of: Sample.webpFile(Sample.webpHeader(8, 8, flags: 0) + still)) == nil)
        #expect(refusal(of: Sample.webpFile(Sample.webpHeader(9, 8, flags: 0) + still)) == .damaged)
        #expect(refusal(of: Sample.webpFile(Sample.webpHeader(8, 8, flags: 0) + still + still)) == .damaged)
    }
}
