internal import Contract
internal import Journal
internal import Logging
internal import Messages
internal import WorkerEngine

/// A service as the engine wants it.
struct RunningService<Service: DurableService>: WorkerService {
    let service: Service
    let openRPC: [UInt8]
    private let log: Logger

    /// - Throws: ``WorkerError`` for methods, events or errors that cannot be what they are declared as.
    init(_ service: Service, log: Logger = Logger(label: Service.API.name.rawValue)) throws {
        self.service = service
        self.log = log
        let contract = ServiceContract(
            of: Service.API.self,
            methods: service.methods.map(\.declaration),
            hasStream: service.writes
        )
        openRPC = try contract.openRPC()
    }

    var name: ServiceName { Service.API.name }
    var summary: String { Service.API.summary }
    var version: String { Service.API.version }
    var methods: [WorkerEngine.Method<Void>] { service.methods.map { $0.make(log) } }
    var eventTypes: [String] { Set(service.methods.flatMap(\.declaration.events).map(\.type)).sorted() }
    var tables: TableSchema { Service.State.schema(Service.tables) }
    var loadsLevels: Bool { false }
    var isGuarded: Bool { true }

    func state(from levels: [Level]) {}
}
