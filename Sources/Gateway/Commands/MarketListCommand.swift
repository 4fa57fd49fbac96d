internal import ArgumentParser
internal import Messages
internal import Platform
internal import WorkerClient

/// `gateway market list`.
struct MarketListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the products, newest first."
    )

    @Option(
        help: ArgumentHelp(
            "Show only products with all of these words in their texts or their vendor's name.",
            valueName: "words"
        )
    )
    var search = ""

    @Option(help: ArgumentHelp("The page, counted from 1.", valueName: "n"))
    var page = 1

    @Option(help: ArgumentHelp("The number of products on a page, 1 to 100.", valueName: "n"))
    var perPage = 20

    @Option(help: ArgumentHelp("Fetch no page if this is still the revision of the catalogue.", valueName: "revision"))
    var ifRevision: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let params = MarketProductsListParams(
                pageNo: page,
                itemsPerPage: perPage,
                searchValue: search,
                ifRevision: ifRevision
            )
            let reply = try await caller.read(MarketMethod.productsList.name, with: params.jsonBytes)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            let texts = session.texts
            switch try caller.decode(reply, of: MarketMethod.productsList.name, as: { MarketProductsListResult($0) }) {
            case .notModified(let revision):
                session.output.note(texts("not_modified", revision: revision.printable))
            case .page(let page):
                if page.pages.isEmpty {
                    session.output.note(texts.noProducts(page))
                } else {
                    try session.output.write(Self.table(of: page.pages, in: texts))
                    session.output.note(texts.place(of: page))
                }
                if page.hasNext { session.output.note(session.more(setting: "--page", to: "\(page.pageNo + 1)")) }
            }
            return .ok
        }
    }

    static func table(of products: [MarketProduct], in texts: Texts) -> Table {
        var table = texts.table(
            dropping: [5, 2, 4],
            ("number", .right),
            ("product_name", .left),
            ("price", .right),
            ("bargain_price", .right),
            ("stock", .whole),
            ("vendor", .left)
        )
        for product in products {
            let isReduced = product.price != product.bargainPrice
            table.add(
                .init("\(product.id)"),
                .init(product.name, .strong),
                .init(texts.sum(product.price, in: product.currency), isReduced ? .struck : nil),
                .init(texts.sum(product.bargainPrice, in: product.currency)),
                .init(texts.left(product.stock), product.stock == 0 ? .warning : nil),
                .init(product.vendorName ?? "")
            )
        }
        return table
    }
}

/// `gateway market show`.
struct MarketShowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about a product."
    )

    @Argument(help: "The number of the product, as `market list` shows it.")
    var id: Int

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsGet.name
            let reply = try await caller.read(method, with: MarketProductsGetParams(id: id).jsonBytes)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }
}
