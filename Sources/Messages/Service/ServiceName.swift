/// The name of a service, such as `juice`: a small letter, then at most 31 small letters, digits and hyphens.
public struct ServiceName: RawRepresentable, ExpressibleByStringLiteral, Sendable, Hashable, CustomStringConvertible {
    /// Words that would be taken for something else: in methods, in topics, for a context or for a program.
    private static let reserved: Set = ["service", "rpc", "events", "all", "local", "web", "gateway"]

    /// The word.
    public let rawValue: String
    /// The `source` of its replies and events, such as `/juice-service`: kept, because every reply names it.
    package let source: String

    /// Any name of a service; `nil` for a word that cannot be one.
    public init?(rawValue: String) {
        let rest = rawValue.utf8.dropFirst()
        guard let first = rawValue.utf8.first, Self.isLetter(first), rest.count < 32,
            rest.allSatisfy({
                Self.isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
            }),
            !Self.reserved.contains(rawValue)
        else { return nil }
        (self.rawValue, source) = (rawValue, "/\(rawValue)-service")
    }

    /// A name that stands in a program's source.
    public init(stringLiteral word: StaticString) {
        guard let name = Self(rawValue: "\(word)") else { preconditionFailure("\(word) cannot name a service") }
        self = name
    }

    /// The program's name, such as `juice-service`.
    package var program: String { String(source.dropFirst()) }
    /// The word.
    public var description: String { rawValue }

    /// Whether both are the same word.
    public static func == (left: ServiceName, right: ServiceName) -> Bool { left.rawValue == right.rawValue }
    /// Hashes the word.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }
}
