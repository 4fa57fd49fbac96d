/// What the process that decodes says: its length in four bytes, the highest first, then one byte for its kind.
enum DecoderMessage {
    /// It has given up everything but decoding.
    case ready
    /// So much memory decoding the picture may take. It waits for a byte: whether it is to go on.
    case needs(bytes: Int)
    case decoded(DecodedPicture)
    case refused(PictureError)

    /// What it is answered when it has said what it needs.
    static let grant: UInt8 = 1
    static let denial: UInt8 = 0

    /// The most bytes of one: a picture, its thumbnail and some numbers.
    static let maxBytes = 1 << 20
    /// The bytes of a length before what it counts.
    static let lengthBytes = 4
    /// More of a detail is not said.
    private static let maxDetailBytes = 400

    private enum Kind: UInt8 {
        case ready = 1, needs, decoded, refused
    }

    /// The message as it travels, without its length.
    var bytes: [UInt8] {
        switch self {
        case .ready: [Kind.ready.rawValue]
        case .needs(let bytes): [Kind.needs.rawValue] + Self.number(bytes >> 32) + Self.number(bytes & 0xFFFF_FFFF)
        case .decoded(let picture):
            [Kind.decoded.rawValue] + Self.file(picture.original) + Self.file(picture.thumbnail)
        case .refused(let error):
            [Kind.refused.rawValue, error.code.rawValue] + error.detail.utf8.prefix(Self.maxDetailBytes)
        }
    }

    /// Reads a message, which a process has sent that a hostile picture may have taken over; `nil` for what is none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let message = try? Self.read(bytes) else { return nil }
        self = message
    }

    /// Four bytes, the highest first.
    static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 255) } }

    private static func read(_ bytes: ArraySlice<UInt8>) throws(PictureError) -> DecoderMessage? {
        var cursor = FileCursor(bytes)
        switch Kind(rawValue: UInt8(try cursor.byte())) {
        case .ready: return .ready
        case .needs:
            let upper = try cursor.bigEndian(4) & 0x7FFF_FFFF
            return .needs(bytes: upper << 32 | (try cursor.bigEndian(4)))
        case .decoded:
            let limits = PictureLimits.stored
            guard let original = try file(&cursor, side: limits.side, maxBytes: limits.bytes),
                let thumbnail = try file(&cursor, side: limits.thumbnailSide, maxBytes: maxBytes)
            else { return nil }
            return .decoded(DecodedPicture(original: original, thumbnail: thumbnail))
        case .refused:
            guard let code = PictureError.Code(rawValue: UInt8(try cursor.byte())), cursor.left <= maxDetailBytes else {
                return nil
            }
            return .refused(PictureError(code, String(decoding: try cursor.take(cursor.left), as: UTF8.self)))
        case nil: return nil
        }
    }

    private static func file(_ file: DecodedPicture.File) -> [UInt8] {
        number(file.width) + number(file.height) + number(file.bytes.count) + file.bytes
    }

    /// A file whose format is what its first bytes say, whatever else is in it.
    private static func file(
        _ cursor: inout FileCursor,
        side: Int,
        maxBytes: Int
    ) throws(PictureError) -> DecodedPicture.File? {
        let width = try cursor.bigEndian(4)
        let height = try cursor.bigEndian(4)
        let bytes = Array(try cursor.take(try cursor.bigEndian(4)))
        guard (1...side).contains(width), (1...side).contains(height), bytes.count <= maxBytes,
            let format = PictureFormat(recognising: bytes)
        else { return nil }
        return DecodedPicture.File(format: format, width: width, height: height, bytes: bytes)
    }
}
