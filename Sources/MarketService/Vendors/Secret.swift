import Cryptography

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
        text = Secrets.text(of: Secrets.randomBytes(Self.size))
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
    static func identifier() -> String {
        "vendor-" + Hexadecimal.text(of: Secrets.randomBytes(8).span)
    }
}
