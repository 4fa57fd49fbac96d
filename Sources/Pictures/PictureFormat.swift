/// The formats a picture may have.
package enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case png, jpeg, webp, gif

    /// Recognises a format by how the bytes begin; a name or a type that someone gave plays no part.
    ///
    /// - Returns: `nil` when it is none of these.
    package init?(recognising bytes: [UInt8]) {
        func matches(_ signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: signature)
        }
        if matches([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if matches([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if matches(Array("RIFF".utf8)), matches(Array("WEBP".utf8), at: 8) {
            self = .webp
        } else if matches(Array("GIF87a".utf8)) || matches(Array("GIF89a".utf8)) {
            self = .gif
        } else {
            return nil
        }
    }

    /// The four letters that say what an ISO base media file (ISO 14496-12) is; `nil` for any other file.
    static func brand(of bytes: [UInt8]) -> String? {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        return String(decoding: bytes[8..<12], as: UTF8.self)
    }

    /// The media type that callers see.
    package var mediaType: String { "image/\(rawValue)" }
}
