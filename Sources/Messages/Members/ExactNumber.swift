internal import WireJSON

/// A number as its decimal text, so that none of its digits is lost on the way.
public struct ExactNumber: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The text, a number of JSON (RFC 8259) such as `-1.50` or `1e400`.
    public let text: String

    /// The text.
    public var description: String { text }

    /// A whole number.
    public init(integerLiteral value: Int) { text = String(value) }

    /// Takes a text; `nil` for one that is no number of JSON.
    public init?(_ text: String) {
        guard let number = try? JSONReader().read(text).numberText, number == text else { return nil }
        self.text = text
    }

    init(known text: String) { self.text = text }
}
