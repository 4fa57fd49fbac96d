internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient

/// `gateway market vendors`: the operator's commands.
struct MarketVendorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vendors",
        abstract: "Register and list vendors; for the operator of the market.",
        subcommands: [MarketVendorsRegisterCommand.self, MarketVendorsListCommand.self]
    )
}

/// `gateway market vendors register`.
struct MarketVendorsRegisterCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register a vendor and show its identifier and its secret.",
        discussion: """
            The secret will not be shown again. With --secret-out it is written to a new file that --secret-file of \
            other commands can read, and is not shown; with --json its member is null. If the result cannot be shown \
            anywhere, nothing is sent. If that fails only afterwards, the secret is kept in the state directory, and \
            standard error says where.
            """
    )

    @Argument(help: "The vendor's name, 1 to 50 characters.")
    var name: String

    @Option(
        help: ArgumentHelp("Write the secret to this new file, which only you can read.", valueName: "file"),
        completion: .file()
    )
    var secretOut: String?

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if secretOut?.isEmpty == true { throw UsageError("--secret-out must name a file") }
    }

    func run(in session: Session) async throws -> ExitReason {
        let method = MarketMethod.vendorsRegister.name
        let file = try secretOut.map { path throws(UsageError) in try NewSecretFile(path) }
        if file == nil { try session.checkOutput(forResultOf: method) }
        var isFilled = false
        // An empty file would be in the way of the next attempt.
        defer { if !isFilled { file?.remove() } }
        return try await session.withCaller(of: .market) { caller in
            let params = MarketVendorsRegisterParams(name: name)
            let reply = try await session.write(method, with: params.jsonBytes, key: key.value, by: caller)
            session.noteDeduplicated(reply)
            let vendor = try caller.decode(reply, of: method) { MarketVendorAccount($0) }
            guard let file, case .issued(let secret) = vendor.secret else {
                try session.showMarketResult(reply.result, of: method, by: caller)
                session.output.note(session.texts.advice(about: vendor.secret))
                return .ok
            }
            try file.fill(with: secret)
            isFilled = true
            session.answered.forgetSecrets()
            session.output.note(session.texts("secret_written", path: (secretOut ?? "").printable))
            try session.showMarketResult(reply.resultWithoutSecret, of: method, by: caller)
            return .ok
        }
    }
}

/// `gateway market vendors list`.
struct MarketVendorsListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the vendors, newest first."
    )

    @Option(help: "The number of rows to show, 1 to 100.")
    var limit = 20

    @Option(help: ArgumentHelp("The cursor that the previous page ended with.", valueName: "cursor"))
    var after: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let params = MarketVendorsListParams(after: after, limit: limit)
            let reply = try await caller.read(MarketMethod.vendorsList.name, with: params.jsonBytes)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let texts = session.texts
            let page = try caller.decode(reply, of: MarketMethod.vendorsList.name) { MarketVendorPage($0) }
            if page.vendors.isEmpty {
                session.output.note(texts["no_vendors"])
            } else {
                try session.output.write(Self.table(of: page.vendors, in: texts))
            }
            if let next = page.next { session.output.note(session.more(setting: "--after", to: next)) }
            return .ok
        }
    }

    static func table(of vendors: [MarketVendorAccount], in texts: Texts) -> Table {
        var table = texts.table(
            dropping: [3, 0],
            ("number", .right),
            ("vendor", .left),
            ("identifier", .whole),
            ("time", .whole)
        )
        for vendor in vendors {
            table.add(
                .init("\(vendor.id)"),
                .init(vendor.name, .strong),
                .init(vendor.identifier),
                .init(texts.localTime(vendor.createdAt))
            )
        }
        return table
    }
}
