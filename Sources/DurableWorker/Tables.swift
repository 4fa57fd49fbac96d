internal import Journal

/// Tables of one's own, by SQL.
///
/// The tables of ``DurableService/tables`` are there, and nothing else is reached. A statement is kept by its text, so
/// texts are constants and never put together from values. A store that fails, fails the call.
public struct Tables: ServiceState {
    private let access: StateAccess

    /// For the engine.
    public init(_ access: StateAccess) { self.access = access }
    /// For the engine: none.
    public static var ownTables: [TableStep] { [] }

    /// The rows of a query.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of `?1`, `?2` and so on.
    ///   - read: Makes a value of a row.
    public func rows<Value>(_ sql: String, values: [SQLValue] = [], read: (Row) -> Value) -> [Value] {
        access.use { tables throws(StorageError) in
            try tables.rows(sql, values.map(\.stored)) { row throws(StorageError) in read(Row(base: row)) }
        } ?? []
    }

    /// Changes rows by one statement.
    ///
    /// - Returns: How many rows it has changed.
    @discardableResult
    public mutating func change(_ sql: String, values: [SQLValue] = []) -> Int {
        access.change { tables throws(StorageError) in try tables.change(sql, values.map(\.stored)) } ?? 0
    }

    /// A row of a query; its columns are counted from 0.
    public struct Row {
        let base: any TableRow

        /// A whole number; `nil` for NULL.
        public func integer(_ column: Int) -> Int? { base.integerIfPresent(at: column) }
        /// A text; `nil` for NULL.
        public func text(_ column: Int) -> String? { base.textIfPresent(at: column) }
        /// Bytes; `nil` for NULL.
        public func bytes(_ column: Int) -> [UInt8]? { base.isNull(at: column) ? nil : base.bytes(at: column) }
    }
}

/// A value that is given to a statement.
public enum SQLValue: Sendable, Hashable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case null
    case integer(Int)
    /// Stored as UTF-8.
    case text(String)
    case blob([UInt8])

    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    var stored: StoredValue {
        switch self {
        case .null: .null
        case .integer(let value): .integer(value)
        case .text(let value): .text(value)
        case .blob(let value): .blob(value)
        }
    }
}
