/// Reads bytes from front to back and never beyond their end.
struct FileCursor {
    private let bytes: ArraySlice<UInt8>
    /// Where the next byte is, counted as the slice counts.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Bytes that are left.
    var left: Int { bytes.endIndex - position }

    /// Takes some bytes.
    ///
    /// - Throws: ``PictureError``, `damaged`, when there are fewer; nothing is taken then.
    mutating func take(_ count: Int) throws(PictureError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= left else { throw PictureError(.damaged, "It ends too early.") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) throws(PictureError) { _ = try take(count) }

    mutating func byte() throws(PictureError) -> Int { try bigEndian(1) }

    /// Takes an unsigned number of at most four bytes, the highest first.
    mutating func bigEndian(_ count: Int) throws(PictureError) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Takes an unsigned number of at most four bytes, the lowest first.
    mutating func littleEndian(_ count: Int) throws(PictureError) -> Int {
        try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
