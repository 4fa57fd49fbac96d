internal import CPostgreSQL

/// The rows of a result, in PostgreSQL's binary form.
@safe
final class ResultRows {
    private let handle: OpaquePointer

    /// Takes a result over.
    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe PQclear(handle) }

    /// How many there are.
    var count: Int { unsafe Int(PQntuples(handle)) }

    /// How many rows a statement has added, changed or deleted.
    var affected: Int { unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// Whether a value is NULL, or is not there.
    func isNull(_ row: Int, _ column: Int) -> Bool { unsafe PQgetisnull(handle, CInt(row), CInt(column)) == 1 }

    /// The bytes of a value; none for NULL.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] { unsafe Array(buffer(row, column)) }

    /// A text; empty for NULL.
    func text(_ row: Int, _ column: Int) -> String { unsafe String(decoding: buffer(row, column), as: UTF8.self) }

    /// An int8, or an int4; 0 for NULL.
    ///
    /// What is beyond 2^53 either way is that: no position, term or size gets there, and a few more can be added to it.
    func integer(_ row: Int, _ column: Int) -> Int { min(max(value(row, column), -Self.most), Self.most) }

    static let most = 1 << 53

    private func value(_ row: Int, _ column: Int) -> Int {
        let bytes = unsafe buffer(row, column)
        guard let first = unsafe bytes.first else { return 0 }
        // The most significant byte comes first and has the sign.
        return unsafe bytes.dropFirst().reduce(Int(Int8(bitPattern: first))) { $0 << 8 | Int($1) }
    }

    /// A boolean; `false` for NULL.
    func flag(_ row: Int, _ column: Int) -> Bool { unsafe buffer(row, column).first == 1 }

    private func buffer(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(handle, CInt(row), CInt(column)),
            count: Int(PQgetlength(handle, CInt(row), CInt(column)))
        )
    }
}
