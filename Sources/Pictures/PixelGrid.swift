/// The pixels of a small picture, four bytes each: red, green, blue, alpha.
struct PixelGrid {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// Whether any pixel lets the background through.
    var hasTransparency: Bool {
        stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] != 0xFF }
    }

    /// The picture with white behind what shines through.
    var onWhite: PixelGrid {
        var bytes = bytes
        for pixel in stride(from: 0, to: bytes.count - 3, by: 4) {
            let alpha = Int(bytes[pixel + 3])
            for channel in pixel..<pixel + 3 {
                bytes[channel] = UInt8((Int(bytes[channel]) * alpha + 255 * (255 - alpha) + 127) / 255)
            }
            bytes[pixel + 3] = 0xFF
        }
        return PixelGrid(width: width, height: height, bytes: bytes)
    }

    /// The picture as it is to be looked at.
    func upright(from orientation: PictureOrientation) -> PixelGrid {
        guard orientation != .upright else { return self }
        let newWidth = orientation.exchangesSides ? height : width
        let newHeight = orientation.exchangesSides ? width : height
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for y in 0..<newHeight {
            for x in 0..<newWidth {
                let (column, row) = source(of: x, y, from: orientation)
                let start = (row * width + column) * 4
                turned.append(contentsOf: bytes[start..<start + 4])
            }
        }
        return PixelGrid(width: newWidth, height: newHeight, bytes: turned)
    }

    /// Where the pixel at (`x`, `y`) of the upright picture is stored.
    private func source(of x: Int, _ y: Int, from orientation: PictureOrientation) -> (column: Int, row: Int) {
        switch orientation {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .turnedAround: (width - 1 - x, height - 1 - y)
        case .flipped: (x, height - 1 - y)
        case .transposed: (y, x)
        case .turnedLeft: (y, height - 1 - x)
        case .transversed: (width - 1 - y, height - 1 - x)
        case .turnedRight: (width - 1 - y, x)
        }
    }
}
