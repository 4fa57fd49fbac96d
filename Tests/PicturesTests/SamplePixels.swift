/// Pixels of red, green, blue and alpha for a test.
struct SamplePixels {
    let width: Int
    let height: Int
    var bytes: [UInt8] = []

    init(width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8, UInt8)) {
        self.width = width
        self.height = height
        bytes.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let (red, green, blue, alpha) = color(x, y)
                bytes += [red, green, blue, alpha]
            }
        }
    }

    /// Colours that change from left to right and from top to bottom.
    static func gradient(_ width: Int, _ height: Int) -> SamplePixels {
        SamplePixels(width: width, height: height) { x, y in
            (UInt8(x * 255 / width), UInt8(y * 255 / height), UInt8((x + y) * 255 / (width + height)), 255)
        }
    }

    /// The same without the alpha.
    var rgb: [UInt8] { bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element) }

    /// Only the reds.
    var grey: [UInt8] { stride(from: 0, to: bytes.count, by: 4).map { bytes[$0] } }
}
