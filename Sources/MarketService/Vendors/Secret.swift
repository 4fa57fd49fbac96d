import CSodium

/// A text that nobody can guess, and what is kept of it.
///
/// The service makes them with the full entropy of 256 bits, so one hash is enough: there is no dictionary to try that a
/// slow hash would have to hold up.
struct Secret {
    private static let size = 32

    /// The text: 43 letters, digits, `-` and `_`.
    let text: String

    /// Makes a new one.
    init() {
        let bytes = Self.randomBytes(Self.size)
        let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
        let capacity = sodium_base64_encoded_len(bytes.count, variant)
        // The capacity counts a closing NUL, which is no part of the text.
        text = String(unsafeUninitializedCapacity: capacity) { buffer in
            guard let address = buffer.baseAddress else { return 0 }
            return address.withMemoryRebound(to: CChar.self, capacity: capacity) { characters in
                _ = sodium_bin2base64(characters, capacity, bytes, bytes.count, variant)
                return capacity - 1
            }
        }
    }

    /// The SHA-256 of a text: what is kept of a secret.
    static func hash(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        return [UInt8](unsafeUninitializedCapacity: Int(crypto_hash_sha256_bytes())) { output, count in
            guard let address = output.baseAddress else { return }
            crypto_hash_sha256(address, bytes, UInt64(bytes.count))
            count = output.count
        }
    }

    /// Whether a text is the secret of which this is the hash.
    ///
    /// It takes the same time whatever differs, and also without a hash: nobody learns from the time whether there is a
    /// vendor of a name.
    static func matches(_ text: String, hash known: [UInt8]?) -> Bool {
        let given = hash(text)
        let expected = known ?? Array(repeating: 0, count: given.count)
        guard expected.count == given.count else { return false }
        let isEqual = sodium_memcmp(given, expected, given.count) == 0
        return isEqual && known != nil
    }

    /// A text by which a vendor says who it is; it is unique and no secret.
    static func identifier() -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = randomBytes(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }
        return "vendor-" + String(decoding: text, as: UTF8.self)
    }

    private static func randomBytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            guard let address = output.baseAddress else { return }
            randombytes_buf(address, count)
            filled = count
        }
    }
}
