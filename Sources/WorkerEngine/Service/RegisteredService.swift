internal import Journal
package import Messages

/// A service as the engine knows it: what it says of itself, and what it does, behind closures that know its state.
///
/// The type of the state ends here, where a service is registered, so that engine, loop and worker have none.
package struct RegisteredService {
    package let name: ServiceName
    let summary: String
    let version: String
    let openRPC: [UInt8]
    let loadsLevels: Bool
    /// Whether it keeps tables beside a journal.
    let hasTables: Bool
    let methods: [RegisteredMethod]
    let state: any ServiceState
    /// Reads again what the service read at its start; `nil` for one that reads nothing.
    package let reload: ((inout WriteContext) throws -> Void)?
    let maintenanceTask: (ReadContext) -> MaintenanceTask?

    /// Registers a service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - levels: What its state is made from.
    /// - Throws: What the service says of the levels.
    init<Service: WorkerService>(_ service: Service, levels: [Level], hasJournal: Bool) throws {
        let state = try StateCell(from: levels, service.state(from:))
        self.state = state
        name = service.name
        summary = service.summary
        version = service.version
        openRPC = service.openRPC
        loadsLevels = service.loadsLevels
        hasTables = hasJournal && !service.tables.isEmpty
        methods = service.methods.map { RegisteredMethod(definition: $0.definition, handler: $0.body.handler(state)) }
        reload = service.reload.map { reload in { context in try reload(&state.value, &context) } }
        maintenanceTask = { context in service.maintenanceTask(state.value, in: context) }
    }
}

/// The state of a service, with everything accepted so far.
protocol ServiceState: AnyObject {
    /// Keeps the present value, to go back to.
    func save()
    /// Goes back to the value that was kept.
    func restore()
    /// Lets go of the value that was kept.
    func forget()
    /// Calls `body`, and puts the state back as it was before.
    func discardingChanges(_ body: () throws(RPCError) -> Void) throws(RPCError)
    /// Makes the state anew.
    func load(_ levels: [Level]) throws
}

/// Where a state is; who changes it in place does so there.
final class StateCell<State>: ServiceState {
    var value: State
    private var saved: State?
    private let make: ([Level]) throws -> State

    init(from levels: [Level], _ make: @escaping ([Level]) throws -> State) throws {
        self.make = make
        value = try make(levels)
    }

    func save() { saved = value }

    func restore() {
        if let saved { value = saved }
    }

    func forget() { saved = nil }

    func discardingChanges(_ body: () throws(RPCError) -> Void) throws(RPCError) {
        let former = value
        defer { value = former }
        try body()
    }

    func load(_ levels: [Level]) throws { value = try make(levels) }
}
