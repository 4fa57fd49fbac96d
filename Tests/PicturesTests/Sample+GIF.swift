extension Sample {
    /// One frame of a GIF: where it lies, and a colour index for each pixel.
    struct GIFFrame {
        var x = 0
        var y = 0
        let width: Int
        let height: Int
        let indices: [Int]
        var transparent: Int?
        var isInterlaced = false
    }

    /// A GIF of up to 128 colours.
    static func gif(_ width: Int, _ height: Int, colors: [[UInt8]], frames: [GIFFrame], ends: Bool = true) -> [UInt8] {
        let table = colors.flatMap { $0 } + [UInt8](repeating: 0, count: 3 * (128 - colors.count))
        var bytes = Array("GIF89a".utf8) + word(width) + word(height) + [0x86, 0, 0] + table
        for frame in frames {
            if let transparent = frame.transparent {
                bytes += [0x21, 0xF9, 4, 1, 10, 0, UInt8(transparent), 0]
            }
            bytes += [0x2C] + word(frame.x) + word(frame.y) + word(frame.width) + word(frame.height)
            bytes += [frame.isInterlaced ? 0x40 : 0, 7] + blocks(codes(frame)) + [0]
        }
        return ends ? bytes + [0x3B] : bytes
    }

    /// A GIF of one colour, which compresses so well that 8000×8000 pixels are 50 KB.
    static func gifOfOneColor(_ width: Int, _ height: Int) -> [UInt8] {
        var writer = BitWriter()
        writer.write(128, bits: 8)
        var left = width * height
        var run = 0
        // The decoder takes a bit more for the code that follows once its table has outgrown those it has.
        func bits() -> Int { Int.bitWidth - (129 + run).leadingZeroBitCount }
        while left > 0 {
            if run == 3_900 {
                writer.write(128, bits: bits())
                run = 0
            }
            // Each code that is new stands for one pixel more than the one before.
            let length = min(run + 1, left)
            writer.write(length == 1 ? 0 : 128 + length, bits: bits())
            run += 1
            left -= length
        }
        writer.write(129, bits: bits())
        let data = writer.finish()
        let table = [UInt8](repeating: 0x55, count: 3 * 128)
        let start = Array("GIF89a".utf8) + word(width) + word(height) + [0x86, 0, 0] + table
        return start + [0x2C] + word(0) + word(0) + word(width) + word(height) + [0, 7] + blocks(data) + [0, 0x3B]
    }

    private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

    /// Codes of eight bits: the table is cleared before they would need nine.
    private static func codes(_ frame: GIFFrame) -> [UInt8] {
        let rows: [Int] =
            frame.isInterlaced
            ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: frame.height, by: $0.1)) }
            : Array(0..<frame.height)
        var writer = BitWriter()
        var written = 0
        for row in rows {
            for index in frame.indices[row * frame.width..<(row + 1) * frame.width] {
                if written % 120 == 0 { writer.write(128, bits: 8) }
                writer.write(index, bits: 8)
                written += 1
            }
        }
        writer.write(129, bits: 8)
        return writer.finish()
    }

    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).flatMap { start in
            let block = bytes[start..<min(start + 255, bytes.count)]
            return [UInt8(block.count)] + block
        }
    }
}
