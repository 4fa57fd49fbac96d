internal import CPostgreSQL

/// The rows of a result, in PostgreSQL's binary form.
@safe
final class ResultRows {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe PQclear(handle) }

    /// How many there are.
    var count: Int { unsafe Int(PQntuples(handle)) }

    /// How many rows a statement has added, changed or deleted.
    var affected: Int { unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// Whether a value is NULL, or is not there.
    func isNull(column: Int, row: Int = 0) -> Bool { unsafe PQgetisnull(handle, CInt(row), CInt(column)) == 1 }

    /// The bytes of a value; none for NULL.
    func bytes(column: Int, row: Int = 0) -> [UInt8] { unsafe Array(buffer(column: column, row: row)) }

    /// A text; empty for NULL.
    func text(column: Int, row: Int = 0) -> String { String(decoding: bytes(column: column, row: row), as: UTF8.self) }

    /// An int8, or an int4; 0 for NULL.
    ///
    /// What is beyond 2^53 either way is that: no position, term or size gets there, and a few more can be added to it.
    func integer(column: Int, row: Int = 0) -> Int { min(max(value(column: column, row: row), -Self.most), Self.most) }

    static let most = 1 << 53

    private func value(column: Int, row: Int = 0) -> Int {
        let bytes = unsafe buffer(column: column, row: row)
        guard let first = unsafe bytes.first else { return 0 }
        // The most significant byte comes first and has the sign.
        return unsafe bytes.dropFirst().reduce(Int(Int8(bitPattern: first))) { $0 << 8 | Int($1) }
    }

    /// A boolean; `false` for NULL.
    func flag(column: Int, row: Int = 0) -> Bool { unsafe buffer(column: column, row: row).first == 1 }

    private func buffer(column: Int, row: Int = 0) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(handle, CInt(row), CInt(column)),
            count: Int(PQgetlength(handle, CInt(row), CInt(column)))
        )
    }
}
