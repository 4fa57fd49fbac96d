import CPictureSamples
import Testing

@testable import Pictures

@Suite("What is kept of a picture")
struct KeptPartsTests {
    /// A file as it is sent, and what is to become of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let sent: [UInt8]
        let kept: [UInt8]

        var testDescription: String { name }
    }

    private static let pixels = SamplePixels.gradient(40, 24)
    /// Stands for whatever somebody does not mean to say.
    private static let secret = Array("37.5665 N 126.9780 E".utf8)

    /// EXIF data as a camera writes them: an orientation, a place, a maker's notes, a thumbnail.
    private static func camera(_ orientation: Int, littleEndian: Bool) -> [UInt8] {
        Sample.exif(orientation, littleEndian: littleEndian) + secret + Sample.jpeg(.gradient(16, 8))
    }

    /// EXIF data of an orientation and nothing else, as they are kept.
    private static func turned(_ orientation: UInt8, littleEndian: Bool) -> [UInt8] {
        let head: [UInt8] =
            littleEndian ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0] : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
        let entry: [UInt8] =
            littleEndian
            ? [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0] : [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        return head + entry + [0, 0, 0, 0]
    }

    static let jpegs: [Case] = {
        func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
        }
        let plain = Sample.jpeg(pixels)
        let exif = Array("Exif".utf8) + [0, 0]
        // Behind the first marker, before the last, and before the first table of the frame.
        func with(_ data: [UInt8], _ picture: [UInt8] = plain) -> [UInt8] { picture[..<2] + data + picture[2...] }
        let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude='".utf8) + secret)
        let camera = segment(0xE1, exif + Self.camera(6, littleEndian: false))
        let turned = segment(0xE1, exif + Self.turned(6, littleEndian: false))
        let profile = segment(0xE2, Array("ICC_PROFILE".utf8) + [0, 1, 1] + [UInt8](repeating: 7, count: 300))
        let jfifWithThumbnail = plain[..<18] + [1, 1] + [9, 9, 9]
        // A decoder takes any number of FF before a 0 for one sample.
        let noise = SamplePixels(width: 64, height: 64) { x, y in
            let value = UInt8(truncatingIfNeeded: x * x * 7 + y * y * 31 + x * y)
            return (value, value &* 5, value &* 11, 255)
        }
        let noisy = Sample.jpeg(noise)
        let stuffed = noisy.indices.dropLast().last { noisy[$0] == 0xFF && noisy[$0 + 1] == 0 } ?? 0
        let filled = Array(noisy[...stuffed] + [0xFF] + noisy[(stuffed + 1)...])
        let progressive = Sample.jpeg(pixels, scans: .progressive)
        return [
            Case(name: "nothing else", sent: plain, kept: plain),
            Case(name: "a sample of FF after more of them", sent: filled, kept: filled),
            Case(name: "progressive", sent: with(camera, progressive), kept: with(turned, progressive)),
            Case(name: "a camera's EXIF data", sent: with(camera), kept: with(turned)),
            Case(
                name: "the same, little-endian",
                sent: with(segment(0xE1, exif + Self.camera(8, littleEndian: true))),
                kept: with(segment(0xE1, exif + Self.turned(8, littleEndian: true)))
            ),
            Case(name: "upright", sent: with(segment(0xE1, exif + Self.camera(1, littleEndian: true))), kept: plain),
            Case(name: "a second EXIF", sent: with(camera + camera), kept: with(turned)),
            Case(name: "EXIF that cannot be read", sent: with(segment(0xE1, exif + secret)), kept: plain),
            Case(name: "XMP", sent: with(xmp), kept: plain),
            Case(name: "IPTC", sent: with(segment(0xED, Array("Photoshop 3.0\0".utf8) + secret)), kept: plain),
            Case(name: "C2PA", sent: with(segment(0xEB, secret)), kept: plain),
            Case(name: "a comment", sent: with(segment(0xFE, secret)), kept: plain),
            Case(name: "FlashPix", sent: with(segment(0xE2, Array("FPXR\0".utf8) + secret)), kept: plain),
            Case(
                name: "an index of more pictures, and those",
                sent: with(segment(0xE2, Array("MPF\0".utf8) + secret)) + with(camera),
                kept: plain
            ),
            Case(name: "JFIF's thumbnail", sent: resized(jfifWithThumbnail) + plain[20...], kept: plain),
            Case(
                name: "a thumbnail beside JFIF",
                sent: with(segment(0xE0, Array("JFXX\0".utf8) + secret)),
                kept: plain
            ),
            Case(name: "a profile", sent: with(profile), kept: with(profile)),
            Case(
                name: "all of it",
                sent: with(camera + xmp + profile + segment(0xFE, secret)),
                kept: with(turned + profile)
            ),
            Case(
                name: "a comment at the end",
                sent: plain.dropLast(2) + segment(0xFE, secret) + [0xFF, 0xD9],
                kept: plain
            ),
            Case(
                name: "Adobe's",
                sent: Sample.jpeg(pixels.bytes, rowBytes: 160, 40, 24, channels: 4, adobe: true),
                kept: Sample.jpeg(pixels.bytes, rowBytes: 160, 40, 24, channels: 4, adobe: true)
            ),
        ]
    }()

    /// The segment of JFIF at the beginning of a file, with the length that it has now.
    private static func resized(_ start: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array(start)
        bytes[5] = UInt8(bytes.count - 4)
        return bytes
    }

    static let pngs: [Case] = {
        let plain = Sample.png(pixels)
        func with(_ chunks: [(String, [UInt8])], at place: Int = 33) -> [UInt8] {
            plain[..<place] + chunks.flatMap { Sample.pngChunk($0, $1) } + plain[place...]
        }
        let end = plain.count - 12
        let turned = [("eXIf", Self.turned(6, littleEndian: false))]
        let shown: [(String, [UInt8])] = [
            ("gAMA", [0, 0, 0xB1, 0x8F]), ("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]),
        ]
        let texts = ["tEXt", "zTXt", "iTXt", "tIME", "caBX", "prVt", "iDOT"]
        return [
            Case(name: "nothing else", sent: plain, kept: plain),
            Case(
                name: "a camera's EXIF data",
                sent: with([("eXIf", camera(6, littleEndian: false))]),
                kept: with(turned)
            ),
            Case(
                name: "EXIF at the end",
                sent: with([("eXIf", camera(6, littleEndian: false))], at: end),
                kept: with(turned)
            ),
            Case(name: "upright", sent: with([("eXIf", camera(1, littleEndian: false))]), kept: plain),
            Case(name: "colours and density", sent: with(shown), kept: with(shown)),
        ]
            + texts.flatMap { name in
                [
                    Case(name: name, sent: with([(name, secret)]), kept: plain),
                    Case(name: "\(name) at the end", sent: with([(name, secret)], at: end), kept: plain),
                ]
            }
    }()

    static let webps: [Case] = {
        let still = Sample.webp(pixels, lossless: true)
        let image = Array(still[12...])
        func file(_ flags: UInt8, _ chunks: [UInt8]) -> [UInt8] {
            Sample.webpFile(Sample.webpHeader(40, 24, flags: flags) + chunks)
        }
        let exif = Sample.webpChunk("EXIF", camera(1, littleEndian: true))
        let xmp = Sample.webpChunk("XMP ", secret)
        let profile = Sample.webpChunk("ICCP", [UInt8](repeating: 7, count: 300))
        let moving = Sample.webpAnimation(40, 24, [(0, 0, pixels), (0, 0, pixels)])
        let frames = Array(moving[30...])
        return [
            Case(name: "nothing else", sent: still, kept: still),
            Case(name: "behind a simple one", sent: Sample.webpFile(image + exif), kept: still),
            Case(
                name: "EXIF, XMP and another",
                sent: file(0x0C, image + exif + xmp + Sample.webpChunk("note", secret)),
                kept: file(0, image)
            ),
            Case(name: "a profile", sent: file(0x2C, profile + image + exif + xmp), kept: file(0x20, profile + image)),
            Case(
                name: "an animation",
                sent: file(0x0E, Array(frames) + exif + xmp),
                kept: moving.replacing(at: 20, with: [0x02])
            ),
            Case(
                name: "an animation that is to be turned",
                sent: file(0x0A, frames + Sample.webpChunk("EXIF", camera(6, littleEndian: true))),
                kept: file(0x0A, frames + Sample.webpChunk("EXIF", turned(6, littleEndian: true)))
            ),
        ]
    }()

    static let gifs: [Case] = {
        let frame = Sample.GIFFrame(width: 2, height: 2, indices: [0, 1, 1, 0])
        let plain = Sample.gif(2, 2, colors: [[255, 0, 0], [0, 0, 255]], frames: [frame, frame])
        // Behind the head and its 128 colours.
        func with(_ data: [UInt8]) -> [UInt8] { plain[..<397] + data + plain[397...] }
        func application(_ name: String, _ data: [UInt8]) -> [UInt8] {
            [0x21, 0xFF, 11] + Array(name.utf8) + [UInt8(data.count)] + data + [0]
        }
        let block = [UInt8(secret.count)] + secret + [0]
        let loop = application("NETSCAPE2.0", [1, 0, 0])
        let control: [UInt8] = [0x21, 0xF9, 4, 4, 10, 0, 0, 0]
        let text: [UInt8] = [0x21, 0x01, 12] + [UInt8](repeating: 1, count: 12) + block
        return [
            Case(name: "nothing else", sent: plain, kept: plain),
            Case(name: "a comment", sent: with([0x21, 0xFE] + block), kept: plain),
            Case(name: "XMP", sent: with(application("XMP DataXMP", secret)), kept: plain),
            Case(name: "a loop", sent: with(loop), kept: with(loop)),
            Case(name: "a text, with how it is drawn", sent: with(control + text), kept: plain),
            Case(
                name: "a comment behind how a frame is drawn",
                sent: with(control + [0x21, 0xFE] + block),
                kept: with(control)
            ),
        ]
    }()

    @Test("is what shows it as it is meant, byte for byte", arguments: jpegs + pngs + webps + gifs)
    func parts(of one: Case) throws {
        let picture = try Picture(one.sent)
        #expect(picture.bytes == one.kept)
        #expect(picture.header == (try PictureHeader(one.kept)))
        #expect(picture.thumbnail == (try Picture(one.kept).thumbnail))
        // Sent again, it is the same file.
        #expect(try Picture(picture.bytes) == picture)
    }

    @Test("holds no place in any format")
    func places() throws {
        for one in Self.jpegs + Self.pngs + Self.webps + Self.gifs {
            let bytes = try Picture(one.sent).bytes
            let holds = bytes.indices.contains { bytes[$0...].starts(with: Self.secret) }
            #expect(!holds, "\(one.name)")
        }
    }
}
