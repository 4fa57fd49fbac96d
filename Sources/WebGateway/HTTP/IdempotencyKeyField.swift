internal import Messages

/// The value of the header `Idempotency-Key`.
///
/// The draft of its standard (draft-ietf-httpapi-idempotency-key-header) has a string of a structured field, `"abc"`; most callers send `abc`.
/// Both are one key.
struct IdempotencyKeyField: Sendable, Hashable {
    let key: String
    private let isQuoted: Bool

    /// As the answer says it: in the form in which the caller has sent it.
    var text: String { isQuoted ? StructuredString(of: key)?.field ?? key : key }

    /// A key that was not sent, and is shown in the form that all callers understand.
    init(made key: String) {
        (self.key, isQuoted) = (key, false)
    }

    /// Reads the field.
    ///
    /// - Throws: ``Problem`` for what begins with a quote and is no string of a structured field, and without quotes for all but visible
    ///   ASCII: bytes beyond that have no meaning in a header, so that two keys could become the same.
    init(_ field: String) throws(Problem) {
        isQuoted = field.utf8.first == UInt8(ascii: "\"")
        guard isQuoted else {
            guard field.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw Self.malformed("has to be visible ASCII characters, or a string in quotes")
            }
            key = field
            return
        }
        guard let string = StructuredString(reading: field.utf8) else {
            throw Self.malformed("begins with a quote, and is no string as RFC 9651 has it")
        }
        key = string.value
    }

    private static func malformed(_ detail: String) -> Problem {
        Problem(RPCError(.invalidRequest, "Idempotency-Key \(detail)"))
    }
}
