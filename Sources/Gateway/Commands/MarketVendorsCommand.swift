internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

struct MarketVendorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vendors",
        abstract: "Register and list vendors; for the operator of the market.",
        subcommands: [MarketVendorsRegisterCommand.self, MarketVendorsListCommand.self]
    )
}

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

struct MarketVendorsListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the vendors, newest first."
    )

    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        let params = MarketVendorsListParams(after: page.after, limit: page.limit).jsonBytes
        let method = MarketMethod.vendorsList.name
        return try await session.showResult(of: method, at: .market, params: params, as: { MarketVendorPage($0) }) {
            page in
            try session.showPage(page.vendors, next: page.next, none: "no_vendors") {
                Self.table(of: $0, in: session.texts)
            }
        }
    }

    static func table(of vendors: [MarketVendorAccount], in texts: Texts) -> Table {
        texts.table(
            of: vendors,
            dropping: [3, 0],
            .init("number", .right) { "\($0.id)" },
            .init("vendor", .left) { .init($0.name, .strong) },
            .init("identifier", .whole) { .init($0.identifier) },
            .init("time", .whole) { .init(texts.localTime($0.createdAt)) }
        )
    }
}
