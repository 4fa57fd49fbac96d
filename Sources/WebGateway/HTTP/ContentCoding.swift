internal import HTTPTypes

/// What is sent compressed, to whom, and how an entity tag says so.
///
/// A tag names bytes (RFC 9110, 8.8.3), so compressed ones have a tag of their own: the same with an ending.
enum ContentCoding {
    /// What fits into one packet is sent as fast without.
    private static let smallest = 1_024
    private static let ending = "-gzip\""
    private static let types = ["text/", "application/json", "application/problem+json", "image/svg+xml"]

    /// Whether an answer is one that callers may have compressed.
    static func isFor(_ headers: HTTPFields, length: Int) -> Bool {
        guard length >= smallest, let type = headers[.contentType] else { return false }
        return types.contains { type.hasPrefix($0) }
    }

    /// Whether gzip is among what the caller takes, and not with the weight 0.
    static func takesGzip(_ request: HTTPRequest) -> Bool {
        guard request.method != .head, let accepted = request.headerFields[.acceptEncoding] else { return false }
        return accepted.lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            return weight.map { $0 > 0 } ?? true
        }
    }

    /// Says that the bytes depend on what the caller takes; caches need to know also where this caller gets the others.
    static func vary(_ headers: inout HTTPFields) {
        headers[.vary] = headers[.vary].map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
    }

    /// Says that the bytes are compressed.
    static func compress(_ headers: inout HTTPFields) {
        headers[.contentEncoding] = "gzip"
        tag(&headers)
    }

    /// Gives the tag of the compressed bytes in place of that of the others.
    static func tag(_ headers: inout HTTPFields) {
        if let tag = headers[.eTag], tag.hasSuffix("\""), !tag.hasSuffix(ending) {
            headers[.eTag] = tag.dropLast() + ending
        }
    }

    /// Whether a field has the tag of compressed bytes.
    static func isIn(_ field: String?) -> Bool { field?.contains(ending) == true }

    /// A field with the tags of what was compressed.
    static func untagged(_ field: String) -> String { field.replacing(ending, with: "\"") }
}
