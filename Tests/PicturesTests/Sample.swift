import CPictureSamples

/// Pictures made for a test.
enum Sample {
    static func png(_ pixels: SamplePixels, interlaced: Bool = false) -> [UInt8] {
        let row = pixels.width * 4
        return png(pixels.bytes, rowBytes: row, pixels.width, pixels.height, depth: 8, type: 6, interlaced: interlaced)
    }

    /// A PNG of a colour type (0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha) and a depth in bits.
    static func png(
        _ samples: [UInt8],
        rowBytes: Int,
        _ width: Int,
        _ height: Int,
        depth: Int,
        type: Int,
        interlaced: Bool = false,
        palette: [UInt8]? = nil,
    ) -> [UInt8] {
        encoded { output, capacity in
            let (width, height, depth, type) = (CInt(width), CInt(height), CInt(depth), CInt(type))
            let colors = CInt((palette?.count ?? 0) / 3)
            guard let palette else {
                return CPictureSamples_png(
                    samples,
                    rowBytes,
                    width,
                    height,
                    depth,
                    type,
                    interlaced,
                    nil,
                    0,
                    output,
                    capacity
                )
            }
            return CPictureSamples_png(
                samples,
                rowBytes,
                width,
                height,
                depth,
                type,
                interlaced,
                palette,
                colors,
                output,
                capacity
            )
        }
    }

    static func jpeg(_ pixels: SamplePixels, scans: CPictureSamples_Scans = .one) -> [UInt8] {
        jpeg(pixels.rgb, rowBytes: pixels.width * 3, pixels.width, pixels.height, channels: 3, scans: scans)
    }

    /// A JPEG of 1 (grey), 3 (RGB) or 4 (CMYK) samples for a pixel.
    static func jpeg(
        _ samples: [UInt8],
        rowBytes: Int,
        _ width: Int,
        _ height: Int,
        channels: Int,
        scans: CPictureSamples_Scans = .one,
        adobe: Bool = false,
    ) -> [UInt8] {
        encoded { output, capacity in
            CPictureSamples_jpeg(
                samples,
                rowBytes,
                CInt(width),
                CInt(height),
                CInt(channels),
                scans,
                adobe,
                output,
                capacity
            )
        }
    }

    /// A JPEG with EXIF data behind its first marker.
    static func jpeg(_ pixels: SamplePixels, orientation: Int, littleEndian: Bool) -> [UInt8] {
        let picture = jpeg(pixels)
        let data = Array("Exif".utf8) + [0, 0] + exif(orientation, littleEndian: littleEndian)
        let length = data.count + 2
        return picture[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + data + picture[2...]
    }

    static func webp(_ pixels: SamplePixels, lossless: Bool) -> [UInt8] {
        encoded { output, capacity in
            CPictureSamples_webp(pixels.bytes, CInt(pixels.width), CInt(pixels.height), lossless, output, capacity)
        }
    }

    /// A TIFF file with one directory: a width, which does not matter, and an orientation.
    static func exif(_ orientation: Int, littleEndian: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
            return littleEndian ? bytes : bytes.reversed()
        }
        func entry(_ tag: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(3, 2) + number(1, 4) + number(value, 2) + [0, 0]
        }
        let order = Array((littleEndian ? "II" : "MM").utf8)
        let entries = entry(0x0100, 640) + entry(0x0112, orientation)
        return order + number(42, 2) + number(8, 4) + number(2, 2) + entries + number(0, 4)
    }

    /// Calls an encoder with room for what it writes.
    static func encoded(_ encode: (UnsafeMutablePointer<UInt8>, Int) -> Int) -> [UInt8] {
        let capacity = 4 << 20
        return Array(
            [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
                guard let address = output.baseAddress else { return }
                count = encode(address, capacity)
            }[...]
        )
    }
}
