/// EXIF data that say how a picture is to be turned, and nothing else.
struct OrientationData {
    /// A TIFF file with one directory of one entry.
    let bytes: [UInt8]

    /// Takes the place of what a file has.
    ///
    /// - Parameters:
    ///   - data: That, perhaps with the `Exif` mark of JPEG before it; its order of bytes is kept.
    ///   - orientation: What was read from it.
    /// - Returns: `nil` for a picture that stays as it is.
    init?(_ data: ArraySlice<UInt8>, orientation: PictureOrientation) {
        guard orientation != .upright else { return nil }
        let file = data.starts(with: "Exif".utf8) ? data.dropFirst(6) : data
        let isLittleEndian = file.starts(with: "II".utf8)
        func number(_ value: Int, count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> ($0 * 8) & 255) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        // The directory behind the eight bytes of the head; its entry: tag, a short number, one of it, the value.
        let head = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, count: 2) + number(8, count: 4)
        let entry =
            number(0x0112, count: 2) + number(3, count: 2) + number(1, count: 4)
            + number(Int(orientation.rawValue), count: 2) + [0, 0]
        bytes = head + number(1, count: 2) + entry + number(0, count: 4)
    }
}
