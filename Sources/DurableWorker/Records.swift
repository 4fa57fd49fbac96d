internal import Journal
public import Messages
internal import WireJSON

/// Values by keys, each a message, as many as there is room for on the disk.
///
///     counts["all"]?.number
///     counts["all"] = Count(number: 1)
///     counts["all"] = nil
///
/// A value that gains a member is read as before, with the member as ``Message/init()`` has it. A store that cannot be
/// read fails the call.
public struct Records<Value: Message>: ServiceState {
    private let access: StateAccess

    /// For the engine.
    public init(_ access: StateAccess) { self.access = access }

    /// For the engine: one table, of keys and values.
    public static var ownTables: [TableStep] {
        [
            TableStep(
                "records",
                sql: "CREATE TABLE record(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID"
            )
        ]
    }

    /// The value of a key; `nil` where there is none.
    public subscript(_ key: String) -> Value? {
        get { first("SELECT key, value FROM record WHERE key = ?1", with: [.text(key)])?.value }
        set {
            let json = newValue?.jsonBytes
            // What could not be read again is not written.
            guard json.map({ (try? JSONReader(limits: .generous).read($0)) != nil }) ?? true else {
                return access.fail(RPCError(.internal, "the record \"\(key)\" would be larger than 1 MiB"))
            }
            access.change { tables throws(StorageError) in
                guard let json else {
                    try tables.change("DELETE FROM record WHERE key = ?1", [.text(key)])
                    return
                }
                try tables.change(
                    "INSERT INTO record VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = excluded.value",
                    [.text(key), .text(String(decoding: json, as: UTF8.self))]
                )
            }
        }
    }

    /// How many there are; it counts them, so it takes the longer the more there are.
    public var count: Int {
        access.use { tables throws(StorageError) in
            try tables.first("SELECT count(*) FROM record") { row throws(StorageError) in row.integer(at: 0) }
        }.flatMap(\.self) ?? 0
    }

    /// A part of them in the order of their keys, by bytes of UTF-8.
    ///
    /// - Parameters:
    ///   - key: The last key of the part before; `nil` to begin.
    ///   - limit: The most of them.
    public func page(after key: String? = nil, limit: Int) -> [(key: String, value: Value)] {
        rows(
            "SELECT key, value FROM record WHERE ?1 IS NULL OR key > ?1 ORDER BY key LIMIT ?2",
            with: [.optional(key), .integer(limit)]
        )
    }

    private func first(_ sql: String, with values: [StoredValue]) -> (key: String, value: Value)? {
        rows(sql, with: values).first
    }

    private func rows(_ sql: String, with values: [StoredValue]) -> [(key: String, value: Value)] {
        let found = access.use { tables throws(StorageError) in
            try tables.rows(sql, values) { row throws(StorageError) in (row.text(at: 0), row.bytes(at: 1)) }
        }
        let reader = JSONReader(limits: .generous)
        return (found ?? []).compactMap { key, json in
            if let node = try? reader.read(json), let value = Value(stored: node) {
                return (key, value)
            }
            access.fail(RPCError(.internal, "the record \"\(key)\" is not one that this version of the service reads"))
            return nil
        }
    }
}
