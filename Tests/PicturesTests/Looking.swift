import Testing

@testable import Pictures

/// What is seen at a place of a thumbnail.
struct SeenColor: CustomStringConvertible {
    let red: Int
    let green: Int
    let blue: Int
    let alpha: Int

    var description: String { "(\(red), \(green), \(blue), \(alpha))" }

    /// Whether it looks the same, as far as a JPEG keeps colours.
    func isClose(to other: (Int, Int, Int, Int), within distance: Int = 12) -> Bool {
        alpha == 0 && other.3 == 0
            || [(red, other.0), (green, other.1), (blue, other.2), (alpha, other.3)]
                .allSatisfy { abs($0.0 - $0.1) <= distance }
    }
}

extension Thumbnail {
    /// Decodes the thumbnail itself and looks at the pixel at (`x`, `y`).
    func color(_ x: Int, _ y: Int) throws -> SeenColor {
        let header = try PictureHeader(bytes)
        try #require(header.format == format && header.width == width && header.height == height)
        let size = ThumbnailSize(width: width, height: height, longestSide: max(width, height))
        let pixels = try PictureDecoder.pixels(of: bytes, header: header, size: size).bytes
        let start = (y * width + x) * 4
        return SeenColor(
            red: Int(pixels[start]),
            green: Int(pixels[start + 1]),
            blue: Int(pixels[start + 2]),
            alpha: Int(pixels[start + 3])
        )
    }
}

/// The code with which a picture is refused; `nil` when it is accepted.
func refusal(of bytes: [UInt8], limits: PictureLimits = PictureLimits()) -> PictureError.Code? {
    do throws(PictureError) {
        _ = try Picture(bytes, limits: limits)
        return nil
    } catch {
        return error.code
    }
}
