internal import Messages

/// An idempotency key of a caller of HTTP, as services know it: every key on its way to a service becomes one, wherever it stood.
///
/// To a service all callers of this program are one, so the key of a token's holder is followed by a tab and their name. Names have no tab,
/// and neither have keys here, so that nobody without a token can name the key of a holder.
struct CallerKey: Sendable, Hashable {
    /// The key on the wire.
    let text: String

    /// - Parameters:
    ///   - key: The key as its caller has it.
    ///   - holder: The name of the token's holder; empty for callers without a token, who are one.
    /// - Throws: `RPCError` with `INVALID_REQUEST` where it is empty, too long, or has a control character.
    init(_ key: String, of holder: String) throws(RPCError) {
        // Unicode's control characters (Cc) are fixed; to ask for the category of each takes 1 % of an order.
        guard !key.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }) else {
            throw RPCError(.invalidRequest, "an idempotency key has no control characters")
        }
        let suffix = holder.isEmpty ? "" : "\t\(holder)"
        let maxLength = RequestMeta.maxIdempotencyKeyLength - suffix.utf8.count
        guard !key.isEmpty, key.utf8.count <= maxLength else {
            throw RPCError(.invalidRequest, "an idempotency key has 1 to \(maxLength) bytes for this caller")
        }
        text = key + suffix
    }
}
