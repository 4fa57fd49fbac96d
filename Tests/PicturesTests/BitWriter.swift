/// Writes numbers of some bits, the lowest bit first, as GIF and lossless WebP do.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    mutating func write(_ value: Int, bits: Int) {
        pending |= UInt64(value) << UInt64(count)
        count += bits
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Fills the last byte with zeros.
    mutating func finish() -> [UInt8] {
        if count > 0 { write(0, bits: 8 - count) }
        return bytes
    }
}
