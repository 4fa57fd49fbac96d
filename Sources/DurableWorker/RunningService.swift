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
