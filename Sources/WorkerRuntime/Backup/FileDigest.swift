internal import CSodium

/// The SHA-256 of a file that is read piece by piece.
struct FileDigest {
    private var state = crypto_hash_sha256_state()

    init() {
        crypto_hash_sha256_init(&state)
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { return }
            crypto_hash_sha256_update(&state, address, UInt64(buffer.count))
        }
    }

    /// 64 lower-case hexadecimal digits.
    mutating func finish() -> String {
        let size = Int(crypto_hash_sha256_bytes())
        let digest = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            guard let address = output.baseAddress else { return }
            crypto_hash_sha256_final(&state, address)
            count = size
        }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }
}
