/// The byte order mark that editors of Windows write before a text in UTF-8; it is no part of the text.
package enum ByteOrderMark {
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    package static var byteCount: Int { bytes.count }

    /// How many bytes it has at the beginning of a file: 3, or 0 where there is none.
    package static func length(before text: some Sequence<UInt8>) -> Int {
        text.starts(with: bytes) ? bytes.count : 0
    }
}
