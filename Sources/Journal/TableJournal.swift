/// A journal that also keeps tables of the service's own, which change in the transactions of its batches.
///
/// A capability: a service that keeps tables needs a journal that has it.
package protocol TableJournal: Journal {
    /// The service's own tables, with the changes that the next ``Journal/commit(_:)`` makes durable.
    var tables: any StoredTables { get }

    /// What reads those tables on other threads, without the changes that are not durable.
    var tableReader: any TableReader { get }
}

/// A service's own tables, as they are with everything that was decided so far.
///
/// ## Changes
/// Changes are made in attempts: ``attempt(onFailure:_:)`` keeps what its body changed, or, when the body throws, nothing of
/// it. The first attempt opens a transaction, and ``Journal/commit(_:)`` ends it: the journal's rows and the changes of the
/// tables become durable together. Until then ``discard()`` takes all attempts back; a commit that fails has done so itself.
///
/// ## When a call fails
/// The transaction may have ended by then, and with it the attempts before. Every later change, and the commit, are then
/// refused with `failing`, until ``discard()`` was called.
///
/// ## Snapshots
/// Those that a ``TableReader`` lends show what the last commit has left, as it was when reading began, and are only read.
///
/// Like its journal it belongs to one thread. A statement is prepared once and then kept by its text, so texts must not be
/// put together from values.
package protocol StoredTables: AnyObject {
    /// Gives every row of a query to `body`, until it has seen enough.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of its parameters `?1`, `?2` and so on.
    ///   - body: Gets each row; it may use the tables, too. Returning `false` ends the query.
    /// - Throws: ``StorageError``; also what `body` throws.
    func forEachRow(
        _ sql: String,
        _ values: [StoredValue],
        _ body: (any TableRow) throws(StorageError) -> Bool
    ) throws(StorageError)

    /// Runs `body` so that it changes everything it wants to, or nothing.
    ///
    /// - Parameters:
    ///   - onFailure: Makes the error that is thrown when the store fails outside `body`.
    ///   - body: Makes changes; attempts inside it are not possible.
    /// - Throws: What `body` throws, with nothing changed; or what `onFailure` makes.
    @discardableResult
    func attempt<Value, Failure: Error>(
        onFailure: (StorageError) -> Failure,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value

    /// Changes rows, inside an attempt.
    ///
    /// - Parameters:
    ///   - sql: One statement.
    ///   - values: The values of its parameters.
    ///   - isOfLibrary: Whether the library around a service changes what it keeps itself.
    /// - Returns: How many rows it changed.
    /// - Throws: ``StorageError``; of constraints of the tables, too, as `failing`.
    @discardableResult
    func change(_ sql: String, _ values: [StoredValue], isOfLibrary: Bool) throws(StorageError) -> Int

    /// Takes back everything that was changed since the last commit.
    func discard()
}

extension StoredTables {
    /// Changes rows by a statement of the service, inside an attempt.
    @discardableResult
    package func change(_ sql: String, _ values: [StoredValue] = []) throws(StorageError) -> Int {
        try change(sql, values, isOfLibrary: false)
    }

    /// Gives every row of a query without parameters to `body`, until it has seen enough.
    package func forEachRow(
        _ sql: String,
        _ body: (any TableRow) throws(StorageError) -> Bool
    ) throws(StorageError) {
        try forEachRow(sql, [], body)
    }

    /// All rows of a query.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of its parameters.
    ///   - read: Makes a value of a row.
    package func rows<Value>(
        _ sql: String,
        _ values: [StoredValue] = [],
        _ read: (any TableRow) throws(StorageError) -> Value
    ) throws(StorageError) -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { (row) throws(StorageError) in
            found.append(try read(row))
            return true
        }
        return found
    }

    /// The first row of a query; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - sql: A statement that changes nothing.
    ///   - values: The values of its parameters.
    ///   - read: Makes a value of the row.
    package func first<Value>(
        _ sql: String,
        _ values: [StoredValue] = [],
        _ read: (any TableRow) throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        var found: Value?
        try forEachRow(sql, values) { (row) throws(StorageError) in
            found = try read(row)
            return false
        }
        return found
    }

    /// Changes rows by a statement without parameters, inside an attempt.
    @discardableResult
    package func change(_ sql: String) throws(StorageError) -> Int { try change(sql, []) }
}

/// The row at which a query of a service's own tables stands.
///
/// It is the row of the moment: take the values out before the closure that was given it returns. Columns are numbered
/// from 0, in the order in which the query selects them.
package protocol TableRow {
    /// A whole number; 0 for NULL.
    func integer(at column: Int) -> Int

    /// Bytes, also those of a text; empty for NULL.
    func bytes(at column: Int) -> [UInt8]

    /// Whether there is no value.
    func isNull(at column: Int) -> Bool
}

extension TableRow {
    /// A whole number; `nil` for NULL.
    package func integerIfPresent(at column: Int) -> Int? { isNull(at: column) ? nil : integer(at: column) }

    /// A text; empty for NULL.
    package func text(at column: Int) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

    /// A text; `nil` for NULL.
    package func textIfPresent(at column: Int) -> String? { isNull(at: column) ? nil : text(at: column) }
}

/// Reads a service's own tables on other threads than the journal's, next to its writes.
///
/// It sees only what is durable. One reading goes on at a time; others wait for it. It belongs to its journal: after a
/// commit of unknown outcome it reads nothing until the journal works again, and nothing after the journal was closed.
package protocol TableReader: AnyObject, Sendable {
    /// Reads the tables as the last commit has left them; what is committed meanwhile is not seen.
    ///
    /// - Parameter body: Reads; it may take as long as it wants, but the store grows by what is written meanwhile.
    /// - Throws: ``StorageError``, also what `body` throws; `unavailable` when the journal cannot be used.
    func read<Value: Sendable>(
        _ body: @Sendable (any StoredTables) throws(StorageError) -> Value
    ) throws(StorageError) -> Value
}

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
