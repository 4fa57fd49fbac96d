/// Why a picture is refused.
package struct PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    package enum Code: Sendable, Hashable {
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
        /// There was no memory to decode it; it may be a good picture.
        case noMemory
    }

    /// What a caller can act on.
    package let code: Code
    /// What is wrong, in English, for people and logs.
    package let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The detail.
    package var description: String { detail }
}
