internal import CPictures

/// What a picture says of itself, read without decoding a pixel.
///
/// Reading one allocates nothing that depends on the picture's sides, walks the structure of the whole file where the
/// format has one (all but JPEG), and calls no library.
package struct PictureHeader: Sendable, Hashable {
    /// The format, recognised by content.
    package let format: PictureFormat
    /// Pixels of a stored row, 1…``PictureLimits/side``.
    package let width: Int
    /// Stored rows, 1…``PictureLimits/side``.
    package let height: Int
    /// How the stored picture is to be turned.
    package internal(set) var orientation = PictureOrientation.upright
    /// Where the picture ends: what a file has behind it, such as the film of a motion photo, does not belong to it.
    package internal(set) var byteCount: Int
    /// The most bytes that decoding it may hold at a time, apart from the picture itself.
    ///
    /// It is for bounding how many are decoded at once; most need far less.
    package internal(set) var decodingBytes: Int
    /// Where the first frame lies, for a format whose decoder has to be told.
    var frame: PictureFrame?
    /// Whether there are more frames.
    var isAnimated = false
    /// The kind of samples that it has.
    var space = ICCProfile.Space.color
    /// What they mean; `nil` for sRGB.
    var colors: PictureColors?
    /// Where the EXIF data of a PNG are.
    var exif: Range<Int>?

    /// Reads the header of a picture.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - limits: How large it may be.
    /// - Throws: ``PictureError``: `tooManyBytes`, `unrecognised`, `dimensions`, `unsupported`, and `damaged` for a file
    ///   that ends too early or is no such file as far as its header tells.
    package init(_ bytes: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
        guard let format = PictureFormat(recognising: bytes) else {
            throw Self.tooManyBytes(bytes.count, limits) ?? PictureError(unrecognised: bytes)
        }
        do throws(PictureError) {
            self =
                switch format {
                case .png: try Self.png(bytes, limits)
                case .jpeg: try Self.jpeg(bytes, limits)
                case .webp: try Self.webp(bytes, limits)
                case .gif: try Self.gif(bytes, limits)
                }
        } catch {
            throw Self.tooManyBytes(bytes.count, limits) ?? error
        }
        if let error = Self.tooManyBytes(byteCount, limits) { throw error }
        if colors != nil { decodingBytes += Int(CPICTURES_PROFILE_BYTES_MAX) }
    }

    init(_ format: PictureFormat, width: Int, height: Int, byteCount: Int, decodingBytes: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.decodingBytes = decodingBytes
    }

    private static func tooManyBytes(_ count: Int, _ limits: PictureLimits) -> PictureError? {
        guard count > limits.bytes else { return nil }
        return PictureError(.tooManyBytes, "It has \(count) bytes, at most \(limits.bytes) are allowed.")
    }

    /// What every decoder holds apart from what depends on the picture: a row or two, tables, the sums of the thumbnail.
    static let decoderBytes = 4 << 20

    static func checkSides(_ width: Int, _ height: Int, _ limits: PictureLimits) throws(PictureError) {
        guard width > 0, height > 0 else {
            throw PictureError(.dimensions, "It is \(width)×\(height) pixels large, so there is nothing to see.")
        }
        guard width <= limits.side, height <= limits.side else {
            let most = "\(limits.side)×\(limits.side)"
            throw PictureError(.dimensions, "It is \(width)×\(height) pixels large, at most \(most) are allowed.")
        }
    }
}
