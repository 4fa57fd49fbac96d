/// One value of a service's own table, as it is given to a statement.
package enum StoredValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// A whole number.
    case integer(Int)
    /// A text, stored as UTF-8.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// A number, or nothing.
    package static func optional(_ value: Int?) -> StoredValue { value.map(StoredValue.integer) ?? .null }
    /// A text, or nothing.
    package static func optional(_ value: String?) -> StoredValue { value.map(StoredValue.text) ?? .null }
    /// Bytes, or nothing.
    package static func optional(_ value: [UInt8]?) -> StoredValue { value.map(StoredValue.blob) ?? .null }
}

extension StoredValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    package init(integerLiteral value: Int) { self = .integer(value) }
}

extension StoredValue: ExpressibleByStringLiteral {
    /// A text.
    package init(stringLiteral value: String) { self = .text(value) }
}
