import CPictureSamples
import Foundation
import Pictures
import Testing

@Suite(
    "The memory a picture takes",
    .disabled(if: Probe.isSanitized, "the bound is on memory, of which a sanitizer takes most: see scripts/sanitize")
)
struct PictureMemoryTests {
    /// The largest pictures that are accepted, and the most megabytes that checking them may take.
    static let largest: [(name: String, bytes: @Sendable () -> [UInt8], megabytes: Int)] = [
        ("png", { rows(depth: 8, type: 6, interlaced: false) }, 8),
        ("png interlaced", { rows(depth: 8, type: 2, interlaced: true) }, 8),
        ("gif", { Sample.gifOfOneColor(8_000, 8_000) }, 8),
        ("jpeg", { Sample.jpeg(row(8_000), rowBytes: 0, 8_000, 8_000, channels: 1) }, 8),
        (
            "jpeg in several scans", { Sample.jpeg(row(24_000), rowBytes: 0, 8_000, 8_000, channels: 3, scans: .few) },
            270
        ),
        (
            "jpeg, arithmetic in several scans",
            { Sample.jpeg(row(24_000), rowBytes: 0, 8_000, 8_000, channels: 3, scans: .arithmeticProgressive) }, 220
        ),
        ("webp lossy, to be turned", { turned(Sample.webpGrey(8_000, 8_000, hasAlpha: false)) }, 80),
        ("webp lossless, to be turned", { turned(Sample.webpOfOneColor(2_048, 2_048)) }, 240),
        ("webp lossy", { Sample.webpGrey(8_000, 8_000, hasAlpha: false) }, 32),
        ("webp lossy alpha", { Sample.webpGrey(8_000, 8_000, hasAlpha: true) }, 360),
        ("webp lossless", { Sample.webpOfOneColor(8_000, 8_000) }, 290),
        ("webp lossless, hostile", { Sample.webpOfManyCodes(8_000, 8_000) }, 660),
    ]

    @Test("of 8000×8000 pixels stays below its bound and below what its header tells", arguments: largest)
    func peak(name: String, bytes: @Sendable () -> [UInt8], megabytes: Int) throws {
        let picture = bytes()
        try #require((1...307_200).contains(picture.count), "\(name) has \(picture.count) bytes")
        let report = try Self.probe(picture)
        let peak = try #require(report["peak"] as? Int, "\(report)")
        let bound = try #require(report["bound"] as? Int, "\(report)")
        #expect(peak <= megabytes << 20, "\(name): \(peak >> 20) MiB")
        #expect(peak <= bound, "\(name): \(peak >> 20) of \(bound >> 20) MiB")
    }

    /// Checks a picture in a process of its own, because a process can tell only its own peak.
    private static func probe(_ bytes: [UInt8]) throws -> [String: Any] {
        let file = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let line = try Probe.run([file.path]).output
        return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    }

    private static func turned(_ webp: [UInt8]) -> [UInt8] {
        let header = try? PictureHeader(webp)
        let sides = (header?.width ?? 0, header?.height ?? 0)
        let exif = Sample.webpChunk("EXIF", Sample.exif(6, littleEndian: true))
        return Sample.webpFile(Sample.webpHeader(sides.0, sides.1, flags: 8) + webp[12...] + exif)
    }

    private static func row(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x80, count: count) }

    private static func rows(depth: Int, type: Int, interlaced: Bool) -> [UInt8] {
        Sample.png(row(32_000), rowBytes: 0, 8_000, 8_000, depth: depth, type: type, interlaced: interlaced)
    }
}
