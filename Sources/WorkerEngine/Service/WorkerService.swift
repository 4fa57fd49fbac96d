package import Journal
package import Messages

/// What a service adds to the runtime: its state and its methods.
///
/// The state is a value. A batch of writes changes a copy that the engine keeps only when the batch is durable, so a
/// failed commit takes everything back by forgetting.
package protocol WorkerService: SendableMetatype {
    /// What the methods read and change.
    associatedtype State

    /// Which service this is.
    var name: ServiceName { get }
    /// One sentence for `service.info`.
    var summary: String { get }
    /// Its version, SemVer.
    var version: String { get }
    /// The service's own methods; the standard ones are added by the engine.
    var methods: [Method<State>] { get }
    /// The types of the events it publishes, such as `juice.stock.changed`; none for a service without a stream.
    var eventTypes: [String] { get }
    /// The OpenRPC document, the result of `rpc.discover`: one JSON value.
    var openRPC: [UInt8] { get }

    /// What a new store, or an item that is new to it, starts with; empty for a service that keeps no levels.
    var initialLevels: [Level] { get }
    /// What it decides by, besides its version, as a text that is the same in workers that decide alike, such as its
    /// menu; `nil` when it was started with nothing of the kind. Workers that share a stream must have the same.
    var rules: [UInt8]? { get }
    /// How its events add up to the levels, which every check of a store holds it to; `nil` when they change none.
    var balanceRule: BalanceRule? { get }
    /// The tables it keeps next to the journal; none for a service whose state is all there is.
    var tables: TableSchema { get }
    /// Whether its state is made of the levels.
    ///
    /// A service with very many items leaves them in the store: the start does not read them, and the position of an
    /// item's last event is looked up when it has a new one.
    var loadsLevels: Bool { get }

    /// Whether the engine holds it to what a service of this suite keeps by itself, at some cost for every call: see
    /// docs/decisions/0050-rules-that-the-engine-holds.md.
    var isGuarded: Bool { get }

    /// The names of directories next to the database that belong to the store, such as `market.pictures`: backed up and
    /// restored with it.
    ///
    /// A file in them is durable before the database names it, gets its name when it is complete, never changes, and
    /// stays for an hour after its last mention is gone: so a copy of the database and then of the files fits together.
    var storeDirectories: [String] { get }

    /// The files in ``storeDirectories`` that its tables name, so that other workers of its stream get them; `nil` for
    /// a service without any.
    var contentFiles: (any ContentFiles)? { get }

    /// Reads again what the service read at its start, on SIGHUP; `nil` for a service that reads nothing.
    ///
    /// It is one write: all of the new data and its events, or, when it throws, still the old.
    var reload: ((inout State, inout WriteContext) throws -> Void)? { get }

    /// Changes what an earlier version has left, or what a new store lacks; `nil` when there is nothing to change.
    ///
    /// It is one write of the worker that takes writes, before its first other one, so that all workers of a stream have it;
    /// the service is asked again until there is nothing more.
    ///
    /// - Throws: Whatever makes the store one that this version cannot serve; the service ends with it.
    func upgrade(in context: ReadContext) throws -> ((inout State, inout WriteContext) throws -> Void)?

    /// Makes the state from what the journal holds.
    ///
    /// - Parameter levels: Every item's level as committed; empty for a service without a journal, or with
    ///   ``loadsLevels`` off.
    /// - Throws: Whatever makes the state impossible; the start fails with it.
    func state(from levels: [Level]) throws -> State

    /// What there is to do now that nobody waits for; `nil` when there is nothing.
    ///
    /// Asked every ten seconds, and soon again after a maintenance task that says so; never while one is being done.
    func maintenanceTask(_ state: State, in context: ReadContext) -> MaintenanceTask?
}

extension WorkerService {
    /// The services of the suite have its version.
    package var version: String { ServiceIdentity.suiteVersion }
    /// A service may publish nothing.
    package var eventTypes: [String] { [] }

    /// A service that keeps no levels starts with none.
    package var initialLevels: [Level] { [] }

    /// A service decides alike wherever it is started, unless it says otherwise.
    package var rules: [UInt8]? { nil }

    /// A service that keeps no levels has nothing that adds up to them.
    package var balanceRule: BalanceRule? { nil }

    /// A service whose state is all there is needs no tables.
    package var tables: TableSchema { .none }

    /// A service has few items, unless it says otherwise.
    package var loadsLevels: Bool { true }

    /// A service of this suite keeps the rules by itself.
    package var isGuarded: Bool { false }

    /// A service that keeps everything in its database has no other directories.
    package var storeDirectories: [String] { [] }

    /// A service that keeps everything in its database names no files.
    package var contentFiles: (any ContentFiles)? { nil }

    /// A service that reads nothing at its start has nothing to read again.
    package var reload: ((inout State, inout WriteContext) throws -> Void)? { nil }

    /// A service finds what it has left.
    package func upgrade(in context: ReadContext) -> ((inout State, inout WriteContext) throws -> Void)? { nil }

    /// A service leaves nothing behind that would have to be tidied up.
    package func maintenanceTask(_ state: State, in context: ReadContext) -> MaintenanceTask? { nil }
}

/// Work that nobody waits for, a chunk at a time, such as removing files that are no longer needed.
///
/// Its conclusion returns whether there is another maintenance task to do soon; what it throws is logged.
package typealias MaintenanceTask = BackgroundJob<@Sendable (ReadContext) throws -> Bool>
