/// The bytes of one row: the number of the format they are in, then what that format says.
///
/// A worker that does not know the format must not apply the row, and has to say so.
package struct LogPayload: Sendable, Hashable {
    /// The most bytes in one row.
    package static let maximumBytes = 64 << 20
    /// The bytes of the format number, the most significant first.
    static let formatBytes = 2

    /// All bytes, the format number included.
    package let bytes: [UInt8]

    /// Puts a format number before some bytes.
    package init(format: UInt16, _ body: some Collection<UInt8>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.formatBytes + body.count)
        bytes += [UInt8(format >> 8), UInt8(truncatingIfNeeded: format)]
        bytes += body
        self.bytes = bytes
    }

    /// Takes bytes that begin with a format number; `nil` when they are too few.
    package init?(bytes: [UInt8]) {
        guard bytes.count >= Self.formatBytes else { return nil }
        self.bytes = bytes
    }

    /// The format that ``body`` is in.
    package var format: UInt16 { UInt16(bytes[0]) << 8 | UInt16(bytes[1]) }

    /// What follows the format number.
    package var body: ArraySlice<UInt8> { bytes[Self.formatBytes...] }
}
