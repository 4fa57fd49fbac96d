internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient

struct CallCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call any method of a service.",
        discussion: """
            The first word of the method names the service; service.*, rpc.discover and events.replay need --to. \
            Writes, and methods the service does not list, are sent with an idempotency key. With --json the whole \
            reply is shown, otherwise only its result.
            """
    )

    @Argument(help: "The method, such as juice.order.", completion: Completions.methods)
    var method: String

    @Argument(help: "Its parameters as a JSON object; - reads them from standard input.")
    var params: String?

    @Option(
        help: ArgumentHelp("The service to call.", valueName: "service"),
        completion: Completions.services
    )
    var to: ServiceName?

    @OptionGroup var key: KeyOption

    @Flag(help: "Send a write without a key. It cannot be repeated safely then.")
    var noKey = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if noKey, key.value != nil { throw UsageError("--key and --no-key cannot be used together") }
    }

    func run(in session: Session) async throws -> ExitReason {
        let service = try CallTarget.service(of: method, named: to)
        let input = params == "-" ? try StandardInput.readAll() : nil
        let json = try CallParams.parse(input ?? params.map { Array($0.utf8) })
        try session.checkOutput(forResultOf: method)
        return try await session.withCaller(of: service) { caller in
            var caller = caller
            caller.isTypedAsJSON = true
            let reply: CallReply
            if key.value == nil, try await session.kind(of: method, by: caller) == .read {
                reply = try await caller.read(method, with: json)
            } else if noKey {
                reply = try await caller.write(method, with: json, key: nil)
                let id = OutboxEntry.ID(key: "", service: service)
                session.answered.add(AnsweredWrite(id, of: method, result: reply.result, hasKey: false))
            } else {
                let text = input == nil ? nil : json.map { String(decoding: $0, as: UTF8.self) }
                reply = try await session.write(method, with: json, key: key.value, by: caller, input: text)
            }
            try show(reply, by: caller, in: session)
            await session.warnOfUnknownMembers(json, of: method, by: caller)
            return .ok
        }
    }

    private func show(_ reply: CallReply, by caller: ServiceCaller, in session: Session) throws {
        if session.settings.isJSON {
            try session.output.write(bytes: Self.document(reply))
        } else {
            try session.show(reply.result, of: method, by: caller)
        }
        if !reply.attachments.isEmpty {
            session.output.note(session.texts.attachments(reply.attachments.map(\.count)))
        }
    }

    /// The reply as one document, less its `id`, which says nothing to anybody else.
    static func document(_ reply: CallReply) -> [UInt8] {
        JSONWriter.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("result", raw: reply.result)
            if let meta = reply.meta { writer.member("meta", meta) }
        }
    }
}
