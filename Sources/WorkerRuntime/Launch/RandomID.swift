internal import FoundationEssentials

/// Names for processes that must not be confused.
enum RandomID {
    /// A random UUID (RFC 9562, version 4) in lower case.
    static func make() -> String {
        UUID().uuidString.lowercased()
    }
}
