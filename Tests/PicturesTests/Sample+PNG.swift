extension Sample {
    /// The eight bytes every PNG begins with.
    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The beginning of a PNG that claims to be of this size, filled up with a chunk of zeros to 200 bytes.
    static func pngClaiming(_ width: Int, _ height: Int) -> [UInt8] {
        let start = pngSignature + pngChunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0])
        let end = pngChunk("IEND", [])
        let filler = [UInt8](repeating: 0, count: 200 - start.count - end.count - 12)
        return start + pngChunk("IDAT", filler) + end
    }

    /// A chunk with its length and checksum.
    static func pngChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        return bigEndian(data.count) + checked + bigEndian(Int(crc32(checked)))
    }

    static func bigEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 255) } }

    /// The checksum of a chunk: CRC-32 of ISO 3309.
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
        }
        return ~crc
    }
}
