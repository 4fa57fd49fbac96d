internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

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
        let params = MarketProductsListParams(
            pageNo: page,
            itemsPerPage: perPage,
            searchValue: search,
            ifRevision: ifRevision
        )
        return try await session.showResult(
            of: MarketMethod.productsList.name,
            at: .market,
            params: params.jsonBytes,
            as: { MarketProductsListResult($0) }
        ) { result in
            let texts = session.texts
            switch result {
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
        }
    }

    static func table(of products: [MarketProduct], in texts: Texts) -> Table {
        texts.table(
            of: products,
            dropping: [5, 2, 4],
            .init("number", .right) { "\($0.id)" },
            .init("product_name", .left) { .init($0.name, .strong) },
            .init("price", .right) {
                .init(texts.sum($0.price, in: $0.currency), $0.price == $0.bargainPrice ? nil : .struck)
            },
            .init("bargain_price", .right) { .init(texts.sum($0.bargainPrice, in: $0.currency)) },
            .init("stock", .whole) { .init(texts.left($0.stock), $0.stock == 0 ? .warning : nil) },
            .init("vendor", .left) { .init($0.vendorName ?? "") }
        )
    }
}

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
