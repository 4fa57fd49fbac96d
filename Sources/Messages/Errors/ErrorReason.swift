/// Why a call can fail, as a row of its service's table of errors.
///
/// Two reasons with the same word are the same.
public struct ErrorReason: Sendable, Hashable {
    /// The reason on the wire, such as `INSUFFICIENT_STOCK`.
    public let word: String
    /// The number on the wire: below zero for those of the engine, above for those of a domain.
    public let code: Int
    /// The HTTP status of the same meaning (RFC 9457).
    public let status: Int
    /// When the request may be sent again.
    public let retry: Retry
    /// Whether it happened.
    package let outcome: Outcome
    /// Whether the same content under the same key gets it whenever it arrives.
    public let isFinal: Bool
    /// Whether its errors always carry suggestions, if only an empty list.
    package let hasSuggestions: Bool
    /// One short sentence: the `message` on the wire.
    public let summary: String

    /// When a request that failed for a reason may be sent again unchanged.
    public enum Retry: String, Sendable, Hashable {
        /// It would fail again.
        case never = "no"
        /// Later, with or without a key.
        case always = "yes"
        /// Only with an idempotency key, because it may have happened.
        case withKey = "with a key"
    }

    /// A reason of a service: nothing has happened.
    ///
    /// - Parameters:
    ///   - word: The reason on the wire, in capitals, such as `NEGATIVE`.
    ///   - code: The number on the wire, above 0.
    ///   - status: The HTTP status of the same meaning, 400 to 599.
    ///   - retry: When the request may be sent again.
    ///   - isFinal: Whether the same content under the same key gets it whenever it arrives.
    ///   - summary: One short sentence.
    public init(
        _ word: String,
        code: Int,
        status: Int,
        retry: Retry = .never,
        isFinal: Bool = false,
        _ summary: String
    ) {
        self.init(word, code: code, status: status, retry: retry, outcome: .notApplied, isFinal: isFinal, summary)
    }

    /// A reason of the engine, or one that came over the wire.
    init(
        _ word: String,
        code: Int,
        status: Int,
        retry: Retry = .never,
        outcome: Outcome,
        isFinal: Bool = false,
        hasSuggestions: Bool = false,
        _ summary: String
    ) {
        self.word = word
        self.code = code
        self.status = status
        self.retry = retry
        self.outcome = outcome
        self.isFinal = isFinal
        self.hasSuggestions = hasSuggestions
        self.summary = summary
    }

    /// The row of the suite's own table; `nil` for a reason of another service, or of a newer one.
    package static func ofSuite(_ word: String) -> ErrorReason? { byWord[word] }

    private static let byWord = Dictionary(uniqueKeysWithValues: suite.map { ($0.word, $0) })

    /// The problem type (RFC 9457), such as `urn:jangteo:problem:insufficient-stock`.
    public var problemType: String {
        "urn:jangteo:problem:" + String(word.map { $0 == "_" ? "-" : $0 }).lowercased()
    }

    /// Whether both have the same word.
    public static func == (first: ErrorReason, second: ErrorReason) -> Bool { first.word == second.word }

    /// Hashes the word.
    public func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

/// Whether the thing that was asked for happened, so that retrying is mechanical.
package enum Outcome: String, Sendable, Hashable {
    /// It happened.
    case applied
    /// It did not happen and will not.
    case notApplied = "not_applied"
    /// Nobody can say yet; the same idempotency key finds out.
    case unknown
}
