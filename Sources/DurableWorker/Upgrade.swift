internal import Journal
internal import Messages
internal import WorkerEngine

/// A change of the state that comes with a version of the service, such as other values, or what a new store begins
/// with.
///
///     static let upgrades = [
///         Upgrade("1 the first books") { books, _ in books["9788954672214"] = Book(title: "…") },
///         Upgrade("2 prices in won") { books, context in … },
///     ]
///
/// It is a write as any other, with its events, and the first one of the worker that takes writes: so all workers of a
/// stream have it. A new store gets all of them. What only adds a member needs none: see ``Records``.
public struct Upgrade<State: ServiceState>: Sendable {
    let name: String
    let body: @Sendable (inout State, inout WriteContext) throws -> Void

    /// Describes a change.
    ///
    /// - Parameters:
    ///   - name: What the store remembers of it; never changed once a store has it.
    ///   - body: Makes the change. When it throws, the service ends with exit code 78 and nothing is changed.
    public init(_ name: String, body: @escaping @Sendable (inout State, inout WriteContext) throws -> Void) {
        self.name = name
        self.body = body
    }
}

/// Which upgrades a store has.
enum UpgradeTable {
    static let step = TableStep("upgrades", sql: "CREATE TABLE upgrade(name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")

    /// The names of those that a store lacks.
    ///
    /// - Throws: ``UnknownUpgrade`` when it has one that is not known; ``RPCError`` when it cannot be read.
    static func missing(_ names: [String], in context: WorkerEngine.ReadContext) throws -> Set<String> {
        let present = try context.reading { tables throws(StorageError) in
            try tables.rows("SELECT name FROM upgrade") { row throws(StorageError) in row.text(at: 0) }
        }
        if let other = present.first(where: { !names.contains($0) }) {
            throw UnknownUpgrade(name: other)
        }
        return Set(names).subtracting(present)
    }

    static func add(_ name: String, in context: WorkerEngine.WriteContext) throws {
        _ = try context.storing { tables throws(StorageError) in
            try tables.change("INSERT INTO upgrade VALUES (?1)", [.text(name)], isOfLibrary: true)
        }
    }
}

/// A store that a newer version of the service has changed.
struct UnknownUpgrade: Error, CustomStringConvertible {
    let name: String

    var description: String { "the store has the upgrade \"\(name)\", which this version of the service does not know" }
}
