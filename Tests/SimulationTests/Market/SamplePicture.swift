import CPictureSamples
import Journal
import Pictures
import SimulatedWorker
import StoredFiles

/// The pictures that vendors have: a few, so that many products have the same ones.
enum SamplePicture {
    private static let sizes = [(1, 1), (7, 5), (40, 30), (230, 12), (9, 240)]
    /// Of each format and size one.
    private static let whole = sizes.flatMap { width, height in
        [png(width, height), jpeg(width, height), webp(width, height)]
    }
    /// What is no picture, and one that is cut off.
    private static let damaged = [Array("no picture".utf8), Array(png(40, 30).dropLast(40))]
    /// What is stored as the thumbnail of each.
    private static let thumbnails = Dictionary(
        uniqueKeysWithValues: Set(whole).map { ($0, (try? Picture($0, limits: .stored))?.thumbnail.bytes ?? []) }
    )

    /// By what callers know each of these and its thumbnail.
    private static let hashes = Dictionary(
        uniqueKeysWithValues: Set(whole + thumbnails.values).map {
            ($0, String(FileHash(of: $0).description.prefix(32)))
        }
    )

    static func pick(_ random: inout SimulationRandom) -> [UInt8] {
        random.chance(percent: 3) ? random.pick(damaged) : random.pick(whole)
    }

    /// The thumbnail of one of these.
    static func thumbnail(of picture: [UInt8]) -> [UInt8] { thumbnails[picture] ?? [] }

    /// By what callers know one of these, or its thumbnail.
    static func hash(of picture: [UInt8]) -> String? { hashes[picture] }

    private static func samples(_ width: Int, _ height: Int, _ channels: Int) -> [UInt8] {
        (0..<width * height * channels).map {
            UInt8(truncatingIfNeeded: $0 * 7 + $0 / 61 * 13) | ($0 % 4 == 3 ? 0x80 : 0)
        }
    }

    private static func png(_ width: Int, _ height: Int) -> [UInt8] {
        written { output, capacity in
            CPictureSamples_png(
                samples(width, height, 3),
                width * 3,
                Int32(width),
                Int32(height),
                8,
                2,
                false,
                nil,
                0,
                output,
                capacity
            )
        }
    }

    private static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        written { output, capacity in
            CPictureSamples_jpeg(
                samples(width, height, 3),
                width * 3,
                Int32(width),
                Int32(height),
                3,
                .one,
                false,
                output,
                capacity
            )
        }
    }

    private static func webp(_ width: Int, _ height: Int) -> [UInt8] {
        written { output, capacity in
            CPictureSamples_webp(samples(width, height, 4), Int32(width), Int32(height), true, output, capacity)
        }
    }

    private static func written(_ encode: (UnsafeMutablePointer<UInt8>, Int) -> Int) -> [UInt8] {
        let capacity = 1 << 18
        return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = buffer.baseAddress.map { encode($0, capacity) } ?? 0
        }
    }
}
