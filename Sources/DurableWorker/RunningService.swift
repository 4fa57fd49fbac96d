internal import Contract
package import Journal
package import Messages
internal import StoredFiles
package import WorkerEngine

/// A service as the engine wants it.
package struct RunningService<Service: DurableService>: WorkerService {
    private let service: Service
    package let openRPC: [UInt8]
    private let files: FileStore?
    private let sweeper: FileSweeper?

    /// Takes a service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - stateDirectory: Where its files are, made when they are missing; `nil` for a service that is not to be run.
    ///   - clock: Milliseconds since 1970-01-01 UTC, by which the file system dates them; `nil` for that of the system.
    /// - Throws: ``WorkerError`` for methods, events or errors that cannot be what they are declared as; `StorageError`
    ///   when its files cannot be used.
    package init(_ service: Service, stateDirectory: String? = nil, clock: (@Sendable () -> Int)? = nil) throws {
        self.service = service
        let folder = Service.files
        guard !folder.isUsed || !Service.State.schema(Service.tables).isEmpty else {
            throw WorkerError(.configuration, "files need a state whose rows name them")
        }
        let path = folder.isUsed ? stateDirectory.map { "\($0)/\(Self.directory)" } : nil
        files = try path.map { try FileStore(directory: $0, names: folder.names, clock: clock) }
        let isNamed: FileSweeper.Need = { (file, tables, _) throws(StorageError) in
            try folder.hasRow(naming: file, in: tables)
        }
        sweeper = files.map {
            FileSweeper($0, retention: folder.retention, remembersReleases: false, isNeeded: isNamed)
        }
        let contract = ServiceContract(
            of: Service.API.self,
            methods: service.methods.map(\.declaration),
            hasStream: service.keeps
        )
        openRPC = try contract.openRPC()
        try Self.check(service.methods.flatMap(\.declaration.events))
        for error in service.methods.flatMap(\.declaration.errors) where error.code <= 0 || !(400...599 ~= error.status)
        {
            throw WorkerError(.configuration, "the error \(error.word) needs a code above 0 and a status of 400 to 599")
        }
    }

    package var name: ServiceName { Service.API.name }
    package var summary: String { Service.API.summary }
    package var version: String { Service.API.version }
    package var methods: [WorkerEngine.Method<Void>] {
        service.methods.map { WorkerEngine.Method($0.declaration.definition, body: $0.body(files)) }
    }
    package var eventTypes: [String] { Set(service.methods.flatMap(\.declaration.events).map(\.type)).sorted() }
    package var tables: TableSchema { Service.State.schema(Service.tables) }
    package var loadsLevels: Bool { false }
    package var isGuarded: Bool { true }
    private static var directory: String { "\(Service.API.name.rawValue).files" }
    package var storeDirectories: [String] { Service.files.isUsed ? [Self.directory] : [] }
    package var contentFiles: (any ContentFiles)? { files }

    package func maintenanceTask(_ state: Void, in context: WorkerEngine.ReadContext) -> MaintenanceTask? {
        sweeper?.task(in: context)
    }

    package func upgrade(
        in context: WorkerEngine.ReadContext
    ) throws -> ((inout Void, inout WorkerEngine.WriteContext) throws -> Void)? {
        guard !tables.isEmpty else { return nil }
        // A query that is no query is found here, and not by the first sweep.
        if Service.files.isUsed {
            _ = try context.reading { tables throws(StorageError) in
                try Service.files.hasRow(naming: FileHash(of: []), in: tables)
            }
        }
        let missing = try UpgradeTable.missing(Service.upgrades.map(\.name), in: context)
        // One by one, so that each is a row of the log: a row has a limit.
        guard let upgrade = Service.upgrades.first(where: { missing.contains($0.name) }) else { return nil }
        return { (_, context) in
            let access = StateAccess(context.store)
            var state = Service.State(access)
            var own = WriteContext(id: context.id, time: context.time, caller: Caller(context.peer))
            try upgrade.body(&state, &own)
            if let fault = access.fault { throw fault }
            own.publish(in: &context)
            try UpgradeTable.add(upgrade.name, in: context)
        }
    }

    /// Refuses events that nobody could subscribe to, and one type with two meanings.
    private static func check(_ events: [any EventDeclaration]) throws(WorkerError) {
        var known: [String: any Message.Type] = [:]
        for event in events {
            if let fault = EventTopic.fault(type: event.type, subject: "all", of: Service.API.name) {
                throw WorkerError(.configuration, "the event \(event.type) is one \(fault)")
            }
            if let other = known.updateValue(event.data, forKey: event.type), other != event.data {
                throw WorkerError(.configuration, "there are two events \(event.type) with different data")
            }
        }
    }

    package func state(from levels: [Level]) {}
}
