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
    /// - Throws: ``PictureError``: `tooManyBytes`, `unrecognised`, `dimensions`, `unsupported`, and `damaged` for a file
    ///   that ends too early or is no such file as far as its header tells.
    package init(_ bytes: [UInt8], limits: PictureLimits = PictureLimits()) throws(PictureError) {
        guard let format = PictureFormat(recognising: bytes) else {
            throw Self.tooManyBytes(bytes.count, limits: limits) ?? PictureError(unrecognised: bytes)
        }
        do throws(PictureError) {
            self =
                switch format {
                case .png: try Self.png(bytes, limits: limits)
                case .jpeg: try Self.jpeg(bytes, limits: limits)
                case .webp: try Self.webp(bytes, limits: limits)
                case .gif: try Self.gif(bytes, limits: limits)
                }
        } catch {
            throw Self.tooManyBytes(bytes.count, limits: limits) ?? error
        }
        if let error = Self.tooManyBytes(byteCount, limits: limits) { throw error }
        if colors != nil { decodingBytes += Int(CPICTURES_PROFILE_BYTES_MAX) }
    }

    init(_ format: PictureFormat, width: Int, height: Int, byteCount: Int, decodingBytes: Int) {
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.decodingBytes = decodingBytes
    }

    private static func tooManyBytes(_ count: Int, limits: PictureLimits) -> PictureError? {
        guard count > limits.bytes else { return nil }
        return PictureError(.tooManyBytes, "It has \(count) bytes, at most \(limits.bytes) are allowed.")
    }

    /// What every decoder holds apart from what depends on the picture: a row or two, tables, the sums of the thumbnail.
    static let decoderBytes = 16 << 20

    static func checkSides(width: Int, height: Int, limits: PictureLimits) throws(PictureError) {
        guard width > 0, height > 0 else {
            throw PictureError(.dimensions, "It is \(width)×\(height) pixels large, so there is nothing to see.")
        }
        guard width <= limits.side, height <= limits.side else {
            let most = "\(limits.side)×\(limits.side)"
            throw PictureError(.dimensions, "It is \(width)×\(height) pixels large, at most \(most) are allowed.")
        }
    }
}

/// The first frame of a picture, in its bytes and on its canvas.
struct PictureFrame: Sendable, Hashable {
    /// Where its bytes are, from the start of the file.
    let bytes: Range<Int>
    /// Whether its colours are compressed without loss; alpha always is.
    let isLossless: Bool
    /// How many of them are compressed without loss, so that the decoder holds all pixels at once.
    let losslessBytes: Int
    /// Columns left of it.
    let x: Int
    /// Rows above it.
    let y: Int
    let width: Int
    let height: Int
}
