internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway market vendors list`.
struct MarketVendorsListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the vendors, newest first."
    )

    @Option(help: "How many to show, 1 to 100.")
    var limit = 20

    @Option(help: ArgumentHelp("Where the last page ended.", valueName: "cursor"))
    var after: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let params = MarketVendorsListParams(after: after, limit: limit)
            let reply = try await caller.read(MarketMethod.vendorsList.name, params.jsonBytes)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let texts = session.texts
            let page = try caller.decode(reply, of: MarketMethod.vendorsList.name) { MarketVendorPage($0) }
            if page.vendors.isEmpty {
                session.output.note(texts.noVendors)
            } else {
                try session.output.write(Self.table(page.vendors, texts))
            }
            if let next = page.next { session.output.note(texts.moreVendors(after: next)) }
            return .ok
        }
    }

    static func table(_ vendors: [MarketVendorAccount], _ texts: Texts) -> Table {
        var table = Table((texts.number, .right), (texts.vendor, .left), (texts.identifier, .left), (texts.time, .left))
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
