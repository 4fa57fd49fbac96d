internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// One run of the gateway: its settings, its words and where it writes them.
struct Session: Sendable {
    let settings: Settings
    let texts: Texts
    let output: Output
    /// The command as it was given, the program first.
    let arguments: [String]
    let outbox: Outbox
    /// What services have said of themselves in this run.
    let known = KnownServices()
    /// The writes of this run whose results are still to be written out.
    let answered = AnsweredWrites()

    init(_ settings: Settings, arguments: [String]) {
        self.settings = settings
        self.arguments = arguments
        texts = Texts(language: settings.language, program: RepeatCommand.quoted(arguments.first ?? "gateway"))
        output = Output(settings.color, in: settings.environment)
        outbox = Outbox(stateDirectory: settings.stateDirectory)
    }

    /// Connects to a service for as long as `body` runs.
    func withCaller<R: Sendable>(
        of service: ServiceName,
        _ body: (ServiceCaller) async throws -> R
    ) async throws -> R {
        try await withCaller(at: try settings.address(of: service), body)
    }

    func withCaller<R: Sendable>(
        at address: ServiceAddress,
        _ body: (ServiceCaller) async throws -> R
    ) async throws -> R {
        try await ZMQNode.withNode(name: "gateway") { try await withCaller(at: address, on: $0, body) }
    }

    func withCaller<R: Sendable>(
        at address: ServiceAddress,
        on node: ZMQNode,
        _ body: (ServiceCaller) async throws -> R
    ) async throws -> R {
        try await WorkerClient.withClient(address, on: node, onMessage: messageObserver) { client in
            try await body(ServiceCaller(client: client, address: address, timeout: settings.timeout))
        }
    }

    /// Lends connections to several services, in the order of their addresses; one by one, the slowest would delay all.
    func withCallers<R: Sendable>(
        at addresses: ArraySlice<ServiceAddress>,
        and callers: [ServiceCaller] = [],
        on node: ZMQNode,
        _ body: ([ServiceCaller]) async throws -> R
    ) async throws -> R {
        guard let address = addresses.first else { return try await body(callers) }
        return try await withCaller(at: address, on: node) { caller in
            try await withCallers(at: addresses.dropFirst(), and: callers + [caller], on: node, body)
        }
    }

    /// Names the command that shows the next page, with all that was given to this one.
    func more(setting option: String, to value: String) -> String {
        texts("more", command: RepeatCommand.text(arguments, setting: option, to: value.printable))
    }

    /// Tells the user why a command failed, and which writes it had done by then, and gives the exit status.
    func report(_ error: any Error) async -> ExitReason {
        let status = tell(error)
        let writes = answered.takeAll()
        if !writes.isEmpty {
            await outbox.answer(writes.map(\.id))
            tellOfUnwritten(writes)
        }
        if error is OutputError, answered.hasUnknown {
            // Which ones, and how to find out, may have been in what could not be written.
            output.note([texts["find_out"], "  " + outcomeCommand()])
            return .outcomeUnknown
        }
        return writes.isEmpty || status == .outcomeUnknown ? status : .unwritten
    }

    private func tell(_ error: any Error) -> ExitReason {
        switch error {
        case let failure as CallFailure:
            note(failure)
            if settings.isJSON { try? output.write(bytes: failure.document) }
            return failure.status
        case let error as UsageError:
            noteError(texts[error.sentence])
            return .usage
        case OutputError.closed where answered.isEmpty && !answered.hasUnknown:
            return .ok
        case let error as OutputError:
            noteError(texts.unwritten(error))
            return .unwritten
        case let error as ZMQError where [.invalidEndpoint, .insecureEndpoint].contains(error.code):
            noteError(error.message)
            return .usage
        case is CancellationError:
            return .interrupted
        default:
            noteError("\(error)")
            return .refused
        }
    }
}
