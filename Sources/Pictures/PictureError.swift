/// Why a picture is refused.
package struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    package enum Code: UInt8, Sendable, Hashable {
        /// It is no PNG, JPEG, WebP or GIF, whatever its name says.
        case unrecognised
        /// It has more bytes than ``PictureLimits/bytes``.
        case tooManyBytes
        /// A side is 0, or longer than ``PictureLimits/side``.
        case dimensions
        /// It is cut off, or its bytes are not what its format prescribes.
        case damaged
        /// It uses a part of its format that is not decoded here.
        case unsupported
        /// Decoding it may take more memory than all decoding is allowed.
        case tooMuchMemory
        /// There was no memory to decode it; it may be a good picture.
        case noMemory
        /// Others are being decoded, or it was not done in time; it may be a good picture.
        case busy
        /// There is no process to decode it in; it may be a good picture.
        case unavailable
    }

    /// What a caller can act on.
    package let code: Code
    /// What is wrong, in English, for people and logs.
    package let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A file that is none of the formats; two that phones write are named, with what to do.
    init(unrecognised bytes: [UInt8]) {
        let known =
            switch PictureFormat.brand(of: bytes) {
            case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1": "It is a HEIC picture"
            case "avif", "avis": "It is an AVIF picture"
            default: nil as String?
            }
        self.init(
            .unrecognised,
            known.map { "\($0), which few programs show: save it as JPEG and send that." }
                ?? "Its content is no PNG, JPEG, WebP or GIF picture."
        )
    }

    package var description: String { detail }
}
