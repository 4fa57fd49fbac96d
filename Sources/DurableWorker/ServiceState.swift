internal import Journal
internal import Messages
internal import WorkerEngine

/// What the methods of a service read and change.
///
/// There are three: ``NoState``, ``Records`` and ``Tables``. All of it is kept in the store of the service, so that it
/// may be larger than the memory, and nothing of it has to be read at a start.
public protocol ServiceState: SendableMetatype {
    /// Makes it for one call.
    init(_ access: StateAccess)

    /// What is in the store before the service's own steps.
    static var ownTables: [TableStep] { get }
}

extension ServiceState {
    static func schema(_ steps: [TableStep]) -> TableSchema {
        guard !ownTables.isEmpty || !steps.isEmpty else { return .none }
        let library = ([UpgradeTable.step] + ownTables).map {
            TableSchema.Migration($0.name, $0.sql, isOfLibrary: true)
        }
        return TableSchema(library + steps.map { TableSchema.Migration($0.name, $0.sql) })
    }
}

/// A service that keeps nothing, such as a calculator.
public struct NoState: ServiceState {
    /// For the engine.
    public init(_ access: StateAccess) {}
    /// For the engine: none.
    public static var ownTables: [TableStep] { [] }
}

/// One step from an older set of tables to the present one.
public struct TableStep: Sendable {
    /// What the store remembers of it; never changed once a store has it.
    public let name: String
    /// One or more statements that create tables and add columns to them.
    public let sql: String

    /// Describes a step.
    public init(_ name: String, sql: String) { (self.name, self.sql) = (name, sql) }
}

/// The store of a service during one call.
public final class StateAccess {
    private let store: StoreAccess
    /// Whether the call may change anything.
    private let isWrite: Bool
    /// Why the store could not be used, first of all.
    private(set) var fault: RPCError?

    init(_ store: StoreAccess, isWrite: Bool = true) { (self.store, self.isWrite) = (store, isWrite) }

    /// Uses the tables; `nil` when that fails, and then so does the call.
    func use<Value>(_ body: (any StoredTables) throws(StorageError) -> Value) -> Value? {
        guard fault == nil else { return nil }
        do throws(RPCError) {
            // A statement that is at fault says nothing of the store: only this call fails.
            let outcome = try store.use { tables throws(StorageError) -> Result<Value, StorageError> in
                do throws(StorageError) { return .success(try body(tables)) } catch {
                    guard error.isStatementFault else { throw error }
                    return .failure(error)
                }
            }
            switch outcome {
            case .success(let value): return value
            case .failure(let error): fault = RPCError(.internal, "\(error)")
            }
        } catch {
            fault = error
        }
        return nil
    }

    /// Changes the tables; fails the call of a method that was declared to change nothing.
    func change<Value>(_ body: (any StoredTables) throws(StorageError) -> Value) -> Value? {
        guard isWrite else {
            fail(RPCError(.internal, "a method that was declared as a read changes the state"))
            return nil
        }
        return use(body)
    }

    /// Fails the call, whatever its body makes of it.
    func fail(_ error: RPCError) { fault = fault ?? error }
}
