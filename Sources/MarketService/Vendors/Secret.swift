import Cryptography

/// A text that nobody can guess, and what is kept of it.
///
/// The service makes them with the full entropy of 256 bits, so one hash is enough: there is no dictionary to try that a
/// slow hash would have to hold up.
struct Secret {
    /// The bytes that a new one is made of.
    static let size = 32
    /// The bytes that a new identifier is made of.
    static let identifierSize = 8

    /// The text: 43 letters, digits, `-` and `_`.
    let text: String

    /// Makes one of ``size`` bytes that nobody can guess.
    init(of bytes: [UInt8]) {
        text = Secrets.text(of: bytes)
    }

    /// The SHA-256 of a text: what is kept of a secret.
    static func hash(_ text: String) -> [UInt8] {
        SHA256.digest(of: Array(text.utf8).span)
    }

    /// Whether a text is the secret of which this is the hash.
    ///
    /// It takes the same time whatever differs, and also without a hash: nobody learns from the time whether there is a
    /// vendor of a name.
    static func matches(_ text: String, hash known: [UInt8]?) -> Bool {
        let given = hash(text)
        let expected = known ?? Array(repeating: 0, count: given.count)
        let isEqual = Secrets.areEqual(given, expected)
        return isEqual && known != nil
    }

    /// A text by which a vendor says who it is; it is unique and no secret.
    ///
    /// - Parameter bytes: ``identifierSize`` random ones.
    static func identifier(of bytes: [UInt8]) -> String {
        "vendor-" + Hexadecimal.text(of: bytes.span)
    }
}
