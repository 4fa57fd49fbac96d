public import DurableWorker
@_exported public import Messages
internal import WireJSON

extension SimulatedWorker {
    /// Makes a worker of a service with a new store, and starts it.
    ///
    /// - Parameters:
    ///   - service: The service; one with options of its own is made by `Service.parse([])`.
    ///   - seed: What is left to chance follows from it, and is always the same.
    /// - Throws: Why it does not start.
    public convenience init<Service: DurableService>(_ service: Service, seed: UInt64 = 1) throws {
        try self.init(seed: seed, onDisk: { try RunningService(service, on: $0) })
    }

    /// Reads, as a caller on the same machine does.
    ///
    /// - Throws: ``Refusal`` when the service says no; ``NoAnswer`` when the worker dies before it answers.
    public func call<Params, Result>(
        _ method: ReadMethod<Params, Result>,
        _ params: Params = Params()
    ) throws -> Result {
        try call(method.declaration, with: params, key: nil, attachments: [])
    }

    /// Writes, as a caller on the same machine does.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - params: What it takes.
    ///   - key: Its idempotency key; `nil` for none.
    ///   - attachments: The frames that are sent beside it.
    /// - Throws: ``Refusal`` when the service says no; ``NoAnswer`` when the worker dies before it answers.
    public func call<Params, Result>(
        _ method: WriteMethod<Params, Result>,
        _ params: Params = Params(),
        key: String? = nil,
        attachments: [[UInt8]] = []
    ) throws -> Result {
        try call(method.declaration, with: params, key: key, attachments: attachments)
    }

    private func call<Result: Message>(
        _ method: MethodDeclaration,
        with params: some Message,
        key: String?,
        attachments: [[UInt8]]
    ) throws -> Result {
        let name = method.definition.name
        let text = String(decoding: params.jsonBytes, as: UTF8.self)
        do {
            let node = try call(name, params: text, key: key, attachments: attachments)
            guard let result = Result(node) else { throw NoAnswer(description: "\(name) has another result") }
            return result
        } catch let error as RPCError {
            throw Refusal(error)
        }
    }

    /// The events that a subscriber has seen who was always there.
    public var published: [ServiceEvent] { events.map { ServiceEvent($0) } }
}

extension RunningService {
    /// Has its files on a simulated disk, by its clock.
    init(_ service: Service, on disk: SimulatedDisk?) throws {
        guard let disk else {
            try self.init(service)
            return
        }
        let clock = disk.clock
        try self.init(service, stateDirectory: disk.directory, clock: { clock.milliseconds })
    }
}

extension SimulatedCall {
    /// A call that changes something.
    public static func write<Params, Result>(
        _ method: WriteMethod<Params, Result>,
        _ params: Params = Params()
    ) -> SimulatedCall {
        .write(method.declaration.definition.name, params: String(decoding: params.jsonBytes, as: UTF8.self))
    }

    /// A call that changes nothing, and whose answer depends on nothing but what was written.
    public static func read<Params, Result>(
        _ method: ReadMethod<Params, Result>,
        _ params: Params = Params()
    ) -> SimulatedCall {
        .read(method.declaration.definition.name, params: String(decoding: params.jsonBytes, as: UTF8.self))
    }
}

/// Runs random histories of a service, each with up to four lives that end in any way and at any step of the disk.
///
/// After each life it holds that what was acknowledged is there, and once; that what was refused has left nothing; that
/// events have no gap and stay what they were; that the store passes its own check; and that reads answer after a start
/// as they did before, and after a refused write as well.
///
/// - Parameters:
///   - lives: How many histories.
///   - seed: That of the first; each other has the next one.
///   - service: The service.
///   - next: Makes the next call of a history, from nothing but chance.
/// - Throws: ``ExplorationFailure`` with the first history that has broken something, and its seed.
public func explore<Service: DurableService>(
    lives: Int,
    seed: UInt64 = 1,
    of service: Service,
    calls next: @escaping (inout SimulationRandom) -> SimulatedCall
) throws {
    try explore(lives: lives, seed: seed, of: { try RunningService(service, on: $0) }, calls: next)
}
