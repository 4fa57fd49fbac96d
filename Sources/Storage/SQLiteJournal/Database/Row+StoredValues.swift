import GRDB

/// Reading values that damage may have changed into anything; GRDB's subscripts stop the process over a wrong type.
extension Row {
    /// A number in ``StoredCount/range``.
    func count(at index: Int, _ name: @autoclosure () -> String) throws -> Int {
        try StoredCount.checked(decode(Int.self, atIndex: index), name())
    }

    /// A number in ``StoredCount/range``; `nil` for NULL.
    func countIfPresent(at index: Int, _ name: @autoclosure () -> String) throws -> Int? {
        try decode(Int?.self, atIndex: index).map { try StoredCount.checked($0, name()) }
    }

    /// The bytes of a blob, or of a text in a row that is still the statement's own; `nil` for NULL.
    func bytes(at index: Int) throws -> [UInt8]? {
        try withUnsafeData(atIndex: index) { data in data.map { Array($0) } }
    }

    /// The whole text of a column that was selected as `CAST(… AS BLOB)`; `nil` for NULL.
    ///
    /// As text, GRDB reads only up to the first NUL character, which a caller's strings may contain.
    func text(at index: Int) throws -> String? {
        try withUnsafeData(atIndex: index) { data in data.map { String(decoding: $0, as: UTF8.self) } }
    }
}
