import CSQLite
import Journal

/// Looks at every byte of a changeset, and changes nothing.
///
/// The format is described at the beginning of ext/session/sqlite3session.c of SQLite: for each table `T`, the number of columns,
/// for each of them whether it is a part of the key, and the name with a zero at its end; then its changes, each with its kind, a
/// byte that says whether a trigger has made it, and one or two records.
struct ChangesetReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Refuses what is no changeset of these tables.
    ///
    /// - Throws: ``StorageError`` with `unreadable`, or with `diverged` when only the tables do not fit.
    mutating func check(for tables: [CapturedTable]) throws(StorageError) {
        var table: CapturedTable?
        while place < bytes.count {
            let kind = try byte()
            if kind == UInt8(ascii: "T") {
                table = try self.table(of: tables)
                continue
            }
            guard let table, try byte() <= 1 else { throw Self.damage }
            switch Int32(kind) {
            case SQLITE_INSERT, SQLITE_DELETE:
                for _ in table.keyColumns { _ = try value(mayBeMissing: false) }
            case SQLITE_UPDATE:
                // The key is in the old record, and a changed value in both.
                var isChanged: [Bool] = []
                for isKey in table.keyColumns { isChanged.append(try value(mayBeMissing: !isKey)) }
                for (isKey, isChanged) in zip(table.keyColumns, isChanged) {
                    guard try value(mayBeMissing: true) == (isChanged && !isKey) else { throw Self.damage }
                }
            default: throw Self.damage
            }
        }
    }

    private mutating func table(of tables: [CapturedTable]) throws(StorageError) -> CapturedTable {
        let count = try length()
        guard count <= bytes.count - place else { throw Self.damage }
        let keyColumns = bytes[place..<place + count].map { $0 != 0 }
        place += count
        guard let end = bytes[place...].firstIndex(of: 0),
            let name = String(validating: bytes[place..<end], as: UTF8.self)
        else { throw Self.damage }
        place = end + 1
        // With more columns at the end here, those get their defaults.
        guard let table = tables.first(where: { $0.name == name }), table.keyColumns.starts(with: keyColumns),
            !table.keyColumns[count...].contains(true), keyColumns.contains(true)
        else {
            throw StorageError(
                .diverged,
                "a row of the log changes table \(name) of \(count) columns, which this store does not have: "
                    + "another version has written it"
            )
        }
        return CapturedTable(name: name, keyColumns: keyColumns)
    }

    /// Passes over a value.
    ///
    /// - Returns: Whether there is one.
    private mutating func value(mayBeMissing: Bool) throws(StorageError) -> Bool {
        switch Int32(try byte()) {
        case 0:
            guard mayBeMissing else { throw Self.damage }
            return false
        case SQLITE_INTEGER, SQLITE_FLOAT: try skip(8)
        case SQLITE_TEXT, SQLITE_BLOB: try skip(length())
        case SQLITE_NULL: break
        default: throw Self.damage
        }
        return true
    }

    /// A number of bytes or columns in SQLite's base 128, the highest seven bits first.
    private mutating func length() throws(StorageError) -> Int {
        var value = 0
        for _ in 0..<5 {
            let byte = try byte()
            value = value << 7 | Int(byte & 127)
            if byte & 128 == 0 { return value }
        }
        throw Self.damage
    }

    private mutating func skip(_ count: Int) throws(StorageError) {
        guard count <= bytes.count - place else { throw Self.damage }
        place += count
    }

    private mutating func byte() throws(StorageError) -> UInt8 {
        guard place < bytes.count else { throw Self.damage }
        defer { place += 1 }
        return bytes[place]
    }

    private static var damage: StorageError {
        StorageError(.unreadable, "a row of the log is damaged: its changes of tables cannot be read")
    }
}
