internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway market show`.
struct MarketShowCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a product with everything about it."
    )

    @Argument(help: "The number of the product, as `market list` shows it.")
    var id: Int

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await session.withCaller(of: .market) { caller in
            let method = MarketMethod.productsGet.name
            let reply = try await caller.read(method, MarketProductsGetParams(id: id).jsonBytes)
            try session.showMarketResult(reply.result, of: method, by: caller)
            return .ok
        }
    }

    static func lines(_ product: MarketProduct, _ texts: Texts, columns: Int, _ palette: Palette) -> [String] {
        let name = WrappedText.lines(product.name, columns: columns).map { palette.paint($0, .strong) }
        let price = texts.sum(product.price, product.currency)
        let bargain = texts.sum(product.bargainPrice, product.currency)
        let sums = product.price == product.bargainPrice ? price : "\(palette.paint(price, .struck)) \(bargain)"
        let facts = [
            "\(sums) · \(texts.left(product.stock))",
            texts.label(of: product),
            texts.dates(of: product),
        ]
        let description = product.description.map { [""] + WrappedText.lines($0, columns: columns) } ?? []
        let images = product.images ?? []
        var table = Table((texts.number, .right), (texts.picture, .left), (texts.thumbnail, .left))
        for image in images {
            let isChosen = image.thumbnailURL == product.thumbnail
            table.add(.init("\(image.id)"), .init(image.url), .init(image.thumbnailURL, isChosen ? .strong : nil))
        }
        return name + facts + description + (images.isEmpty ? [] : [""] + table.lines(palette))
    }
}
