/// By what a vendor says who it is, and proves it.
package struct MarketCredentials: Sendable, Hashable {
    /// The longest identifier and the longest secret, in bytes of UTF-8.
    package static let longest = 128

    /// Who it is.
    package var identifier: String
    /// What only it knows.
    package var secret: String

    /// Creates credentials.
    package init(identifier: String, secret: String) {
        self.identifier = identifier
        self.secret = secret
    }

    init(from reader: inout ParamsReader) {
        identifier = reader.string("identifier", longest: Self.longest)
        secret = reader.string("secret", longest: Self.longest)
    }
}

extension MarketCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier alone, so that no log and no test output ever shows a secret.
    package var description: String { identifier }
    /// The same.
    package var debugDescription: String { description }
    /// No children: a dump of the value shows the same.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
