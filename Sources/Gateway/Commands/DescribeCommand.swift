internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON

struct DescribeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Show what a method takes and returns, with an example.",
        discussion: """
            The running service is asked for it (rpc.discover), so it is what that service understands. With --json it \
            is the method's object of the OpenRPC document, references resolved. With a service in place of a method, its methods are listed.
            """
    )

    @Argument(help: "The method, such as juice.order, or a service, such as juice.", completion: Completions.methods)
    var method: String

    @Option(
        help: ArgumentHelp("The service to ask.", valueName: "service"),
        completion: Completions.services
    )
    var to: ServiceName?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let service = try CallTarget.service(of: method, named: to)
        return try await session.withCaller(of: service) { caller in
            let discover = ServiceMethod.discover.name
            let document = try caller.decode(await caller.read(discover), of: discover) { $0 }
            guard method != service.rawValue else { return try list(document, in: session) }
            guard let description = MethodDescription(method, in: document) else {
                let names = document["methods"]?.elements.compactMap { $0["name"]?.string } ?? []
                throw UsageError(noMethod: method, of: service, among: names)
            }
            let (columns, palette) = (session.output.columns, session.output.palette)
            let lines = description.lines(in: session.texts, to: service, columns: columns, palette: palette)
            try session.show(lines, or: description.document)
            return .ok
        }
    }

    private func list(_ document: JSONNode, in session: Session) throws -> ExitReason {
        let table = session.texts.table(
            of: document["methods"].map { Array($0.elements) } ?? [],
            dropping: [1],
            .init("method", .whole) { .init($0["name"]?.string ?? "", .strong) },
            .init("role", .whole) { .init($0["x-role"]?.string ?? "") },
            .init("meaning", .left) { .init(session.texts.translated($0["summary"])) }
        )
        try session.show(table, or: document.jsonText)
        return .ok
    }
}

extension UsageError {
    /// A service has none of this name.
    init(noMethod method: String, of service: ServiceName, among names: [String]) {
        let near = NearestNames.find(method, in: names).map(\.printable).joined(separator: " or ")
        let (name, method) = (service.rawValue, method.printable)
        self =
            near.isEmpty
            ? UsageError("\(name) has no method '\(method)': see them all with: \("describe \(name)")")
            : UsageError("\(name) has no method '\(method)': did you mean \(near)?")
    }
}
