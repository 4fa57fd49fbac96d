/// Bytes as text: two lower-case digits for each.
package enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The digits of some bytes.
    package static func text(of bytes: Span<UInt8>) -> String {
        unsafe String(unsafeUninitializedCapacity: 2 * bytes.count) { output in
            for index in bytes.indices {
                unsafe output[2 * index] = digits[Int(bytes[index] >> 4)]
                unsafe output[2 * index + 1] = digits[Int(bytes[index] & 0xF)]
            }
            return 2 * bytes.count
        }
    }
}
