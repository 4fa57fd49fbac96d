internal import Contract
package import Journal
package import Messages
package import WorkerEngine

/// A service as the engine wants it.
package struct RunningService<Service: DurableService>: WorkerService {
    private let service: Service
    package let openRPC: [UInt8]

    /// - Throws: ``WorkerError`` for methods, events or errors that cannot be what they are declared as.
    package init(_ service: Service) throws {
        self.service = service
        let contract = ServiceContract(
            of: Service.API.self,
            methods: service.methods.map(\.declaration),
            hasStream: service.writes
        )
        openRPC = try contract.openRPC()
    }

    package var name: ServiceName { Service.API.name }
    package var summary: String { Service.API.summary }
    package var version: String { Service.API.version }
    package var methods: [WorkerEngine.Method<Void>] {
        service.methods.map { WorkerEngine.Method($0.declaration.definition, body: $0.body) }
    }
    package var eventTypes: [String] { Set(service.methods.flatMap(\.declaration.events).map(\.type)).sorted() }
    package var tables: TableSchema { Service.State.schema(Service.tables) }
    package var loadsLevels: Bool { false }
    package var isGuarded: Bool { true }

    package func upgrade(
        in context: WorkerEngine.ReadContext
    ) throws -> ((inout Void, inout WorkerEngine.WriteContext) throws -> Void)? {
        guard !tables.isEmpty else { return nil }
        let missing = try UpgradeTable.missing(Service.upgrades.map(\.name), in: context)
        let due = Service.upgrades.filter { missing.contains($0.name) }
        guard !due.isEmpty else { return nil }
        return { (_, context) in
            for upgrade in due {
                let access = StateAccess(context.store)
                var state = Service.State(access)
                var own = WriteContext(id: context.id, time: context.time, caller: Caller(context.peer))
                try upgrade.body(&state, &own)
                if let fault = access.fault { throw fault }
                own.publish(in: &context)
                try UpgradeTable.add(upgrade.name, in: context)
            }
        }
    }

    package func state(from levels: [Level]) {}
}
