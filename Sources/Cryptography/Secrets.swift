internal import CNettle

/// What is needed to make a secret and to know it again.
package enum Secrets {
    /// Bytes that nobody can guess, from the kernel: getrandom(2).
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        return (0..<count).map { _ in source.next() }
    }

    /// Bytes as letters, digits, `-` and `_`, six bits each, without padding: RFC 4648, section 5.
    package static func text(of bytes: [UInt8]) -> String {
        var context = unsafe base64_encode_ctx()
        unsafe nettle_base64url_encode_init(&context)
        let capacity = (bytes.count + 2) / 3 * 4
        return unsafe String(unsafeUninitializedCapacity: capacity) { output in
            guard let address = output.baseAddress else { return 0 }
            return unsafe address.withMemoryRebound(to: CChar.self, capacity: capacity) { characters in
                let whole = unsafe nettle_base64_encode_update(&context, characters, bytes.count, bytes)
                _ = unsafe nettle_base64_encode_final(&context, characters + whole)
                // What the last group lacks of four characters is filled up with `=`.
                return (8 * bytes.count + 5) / 6
            }
        }
    }

    /// Whether bytes are equal, in a time that does not depend on where they differ.
    package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        unsafe first.count == second.count && nettle_memeql_sec(first, second, first.count) == 1
    }
}
