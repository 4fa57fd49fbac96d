internal import Messages

/// The path under which a product can be deleted: the address that the market gave, in digits and letters only.
///
/// The address means nothing here and may hold anything. Clients put the path, or its last segment, into a URL without
/// escaping it, so each byte is two hexadecimal digits.
enum DeletionPath {
    /// The last segment of the path.
    static func token(of uri: String) -> String {
        uri.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The address.
    ///
    /// - Throws: ``Problem`` with `URI_EXPIRED` for a segment that was never given out.
    static func uri(of token: String) throws(Problem) -> String {
        let digits = Array(token.utf8)
        let limit = 2 * MarketProductsDeleteParams.uriMaxLength
        let pairs = stride(from: 0, to: min(digits.count, limit), by: 2).map { digits[$0...].prefix(2) }
        let bytes = pairs.compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
        let uri = String(decoding: bytes, as: UTF8.self)
        guard !uri.isEmpty, self.token(of: uri) == token else {
            throw Problem(RPCError(.uriExpired, "no product can be deleted under this path"))
        }
        return uri
    }
}
