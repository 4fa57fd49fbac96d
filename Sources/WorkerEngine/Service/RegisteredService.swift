internal import Cryptography
internal import Journal
package import Messages

/// A service as the engine knows it: what it says of itself, and what it does, behind closures that know its state.
///
/// The type of the state ends here, where a service is registered, so that engine, loop and worker have none.
package struct RegisteredService {
    package let name: ServiceName
    let summary: String
    let version: String
    let eventTypes: [String]
    let openRPC: [UInt8]
    /// The SHA-256 of the document.
    let contract: String
    let loadsLevels: Bool
    /// Whether it keeps tables next to a journal.
    let hasTables: Bool
    /// See ``WorkerService/isGuarded``.
    let isGuarded: Bool
    let methods: [RegisteredMethod]
    let state: any ServiceState
    /// Reads again what the service read at its start; `nil` for one that reads nothing.
    package let reload: ((inout WriteContext) throws -> Void)?
    let upgrade: (ReadContext) throws -> ((inout WriteContext) throws -> Void)?
    let maintenanceTask: (ReadContext) -> MaintenanceTask?

    /// Registers a service.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - levels: What its state is made from.
    /// - Throws: What the service says of the levels.
    init<Service: WorkerService>(_ service: Service, levels: [Level], hasJournal: Bool) throws {
        isGuarded = service.isGuarded
        let state = try StateCell(from: levels, isMarked: isGuarded, service.state(from:))
        self.state = state
        name = service.name
        summary = service.summary
        version = service.version
        eventTypes = service.eventTypes
        openRPC = service.openRPC
        // Of the value alone, which is what a client finds in the reply.
        let document = Array(openRPC.prefix((openRPC.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1) + 1))
        contract = SHA256.hexadecimal(of: document.span)
        loadsLevels = service.loadsLevels
        hasTables = hasJournal && !service.tables.isEmpty
        methods = service.methods.map { RegisteredMethod(definition: $0.definition, handler: $0.body.handler(state)) }
        try Self.check(methods.map(\.definition.name), of: name)
        reload = service.reload.map { reload in { context in try reload(&state.value, &context) } }
        upgrade = { context in
            try service.upgrade(in: context).map { change in { context in try change(&state.value, &context) } }
        }
        maintenanceTask = { context in service.maintenanceTask(state.value, in: context) }
    }
}

extension RegisteredService {
    /// Refuses methods that callers could not tell from others, such as the standard ones.
    private static func check(_ methods: [String], of service: ServiceName) throws(WorkerError) {
        var known: Set<String> = []
        for method in methods {
            guard method.hasPrefix("\(service)."), method.utf8.count > service.rawValue.utf8.count + 1 else {
                throw WorkerError(
                    .configuration,
                    "\(service.program) cannot have a method \"\(method)\": the names of its methods begin with \"\(service).\""
                )
            }
            guard known.insert(method).inserted else {
                throw WorkerError(.configuration, "\(service.program) has two methods \"\(method)\"")
            }
        }
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
    /// Notes where a write begins.
    func mark()
    /// Goes back to where the write began.
    func revert()
    /// Calls `body`, and puts the state back as it was before.
    func discardingChanges(_ body: () throws(RPCError) -> Void) throws(RPCError)
    /// Makes the state again.
    func load(_ levels: [Level]) throws
}

/// Where a state is; who changes it in place does so there.
final class StateCell<State>: ServiceState {
    var value: State
    private var saved: State?
    /// The value where the present write began.
    ///
    /// A second copy of an array or a dictionary for each write is too much for
    /// a service that changes nothing before it throws, so its writes are only looked at, in debug builds.
    private var marked: State?
    private let isMarked: Bool
    private let make: ([Level]) throws -> State

    init(from levels: [Level], isMarked: Bool, _ make: @escaping ([Level]) throws -> State) throws {
        self.make = make
        self.isMarked = isMarked
        value = try make(levels)
    }

    func save() { saved = value }

    func restore() {
        if let saved { value = saved }
    }

    func forget() { (saved, marked) = (nil, nil) }

    func mark() {
        #if DEBUG
            marked = value
        #else
            if isMarked { marked = value }
        #endif
    }

    func revert() {
        guard let marked else { return }
        assert(isMarked || Self.isSame(value, as: marked), "a write that throws has changed the state")
        value = marked
    }

    /// Whether two values are the same, as far as they can be compared.
    private static func isSame(_ first: State, as second: State) -> Bool {
        func equals<Value: Equatable>(_ value: Value) -> Bool { value == second as? Value }
        return (first as? any Equatable).map { equals($0) } ?? true
    }

    func discardingChanges(_ body: () throws(RPCError) -> Void) throws(RPCError) {
        let former = value
        defer { value = former }
        try body()
    }

    func load(_ levels: [Level]) throws { value = try make(levels) }
}
