/// The row at which a query of a service's own tables stands.
///
/// It is the row of the moment: take the values out before the closure that was given it returns. Columns are numbered
/// from 0, in the order in which the query selects them.
package struct TableRow {
    let statement: PreparedStatement

    /// A whole number; 0 for NULL.
    package func integer(at column: Int) -> Int { statement.integer(at: Int32(column)) }

    /// A whole number; `nil` for NULL.
    package func integerIfPresent(at column: Int) -> Int? { isNull(at: column) ? nil : integer(at: column) }

    /// A text; empty for NULL.
    package func text(at column: Int) -> String { String(decoding: bytes(at: column), as: UTF8.self) }

    /// A text; `nil` for NULL.
    package func textIfPresent(at column: Int) -> String? { isNull(at: column) ? nil : text(at: column) }

    /// Bytes, also those of a text; empty for NULL.
    package func bytes(at column: Int) -> [UInt8] { statement.bytes(at: Int32(column)) }

    /// Whether there is no value.
    package func isNull(at column: Int) -> Bool { statement.isNull(at: Int32(column)) }
}
