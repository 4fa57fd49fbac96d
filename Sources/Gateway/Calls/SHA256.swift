internal import CSodium

/// The hash by which an attachment is known again.
enum SHA256 {
    /// The SHA-256 of some bytes as 64 lower-case hexadecimal digits.
    static func hexadecimal(of bytes: [UInt8]) -> String {
        let size = Int(crypto_hash_sha256_bytes())
        let digest = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            guard let address = output.baseAddress else { return }
            crypto_hash_sha256(address, bytes, UInt64(bytes.count))
            count = size
        }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }
}
