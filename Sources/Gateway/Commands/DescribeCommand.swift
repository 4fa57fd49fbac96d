internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WireJSON

/// `gateway describe`.
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

    @Option(help: ArgumentHelp("The service to ask.", valueName: "service"))
    var to: ServiceName?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let service = try CallTarget.service(of: method, named: to)
        return try await session.withCaller(of: service) { caller in
            let discover = ServiceMethod.discover.name
            let document = try caller.decode(await caller.read(discover), of: discover) { $0 }
            guard method != service.rawValue else { return try list(document, in: session) }
            guard let description = MethodDescription(method, in: document) else {
                throw Self.unknown(method, of: service, in: document)
            }
            if session.settings.isJSON {
                try session.output.write(bytes: description.document)
            } else {
                let (columns, palette) = (session.output.columns, session.output.palette)
                try session.output.write(
                    description.lines(in: session.texts, to: service, columns: columns, palette: palette)
                )
            }
            return .ok
        }
    }

    private func list(_ document: JSONNode, in session: Session) throws -> ExitReason {
        guard !session.settings.isJSON else {
            try session.output.write(bytes: document.jsonText)
            return .ok
        }
        let texts = session.texts
        var table = texts.table(dropping: [1], ("method", .whole), ("role", .whole), ("meaning", .left))
        for method in document["methods"]?.elements.map(\.self) ?? [] {
            table.add(
                .init(method["name"]?.string ?? "", .strong),
                .init(method["x-role"]?.string ?? ""),
                .init(method["summary"]?.string ?? "")
            )
        }
        try session.output.write(table)
        return .ok
    }

    private static func unknown(_ method: String, of service: ServiceName, in document: JSONNode) -> UsageError {
        let names = document["methods"]?.elements.compactMap { $0["name"]?.string } ?? []
        let near = NearestNames.find(method, in: names)
        let (name, method) = (service.rawValue, method.printable)
        return near.isEmpty
            ? UsageError("\(name) has no method '\(method)': see them all with: \("describe \(name)")")
            : UsageError("\(name) has no method '\(method)': meant \(near.joined(separator: " or "))?")
    }
}
