internal import Messages
internal import Platform
internal import Terminal

extension Texts {
    /// Such as `KRW 1,000`.
    func sum(_ number: String, in currency: String) -> String {
        let parts = number.split(separator: ".", maxSplits: 1)
        let whole = parts.first.flatMap { Int($0) }?.grouped
        let text = whole.map { $0 + parts.dropFirst().map { ".\($0)" }.joined() } ?? number
        return "\(currency) \(text)".printable
    }

    func left(_ stock: Int) -> String {
        stock == 0 ? self["sold_out"] : self("stock_left", stock: stock)
    }

    /// What identifies a product, in one line.
    func label(of product: MarketProduct) -> String {
        let seller = product.vendors.map { self("product_seller", vendor: $0.name) } ?? ""
        let number = self("product_number", id: product.id)
        return [number, seller].filter { !$0.isEmpty }.joined(separator: " · ").printable
    }

    func dates(of product: MarketProduct) -> String {
        let created = localTime(product.createdAt)
        let issued = localTime(product.issuedAt)
        let registered = self("registered_at", created: created)
        return product.createdAt == product.issuedAt
            ? registered : registered + self("changed_at", issued: issued)
    }

    /// A date of the market, which has no zone because it is in UTC.
    func localTime(_ date: String) -> String {
        LocalTime.dateAndTime("\(date)Z").printable
    }

    func place(of page: MarketProductPage) -> String {
        self("place", pageNo: page.pageNo, lastPage: page.lastPage, totalCount: page.totalCount.grouped)
    }

    func noProducts(_ page: MarketProductPage) -> String {
        guard page.totalCount > 0 else { return self["no_products"] }
        return self("no_products_on_page", lastPage: page.lastPage)
    }

    func purchased(_ receipt: MarketPurchaseReceipt) -> [String] {
        let id = receipt.id.printable
        return [
            self("purchased", quantity: receipt.quantity, productId: receipt.productID),
            left(receipt.stock),
            self("purchase_id", id: id),
        ]
    }

    /// Whether an answer means yes, in either language.
    func isYes(_ answer: String) -> Bool {
        self["answers_of_yes"].split(separator: " ").contains(answer.lowercased().filter { !$0.isWhitespace }[...])
    }

    /// What to do with a secret that is told once.
    func advice(about secret: MarketVendorAccount.Secret) -> String {
        if case .issued = secret { self["secret_shown_once"] } else { self["secret_was_shown"] }
    }

    func lines(_ product: MarketProduct, columns: Int, palette: Palette) -> [String] {
        let name = WrappedText.lines(product.name, columns: columns).map { palette.paint($0, .strong) }
        let price = sum(product.price, in: product.currency)
        let bargain = sum(product.bargainPrice, in: product.currency)
        let sums =
            product.price == product.bargainPrice
            ? price : self("reduced", price: palette.paint(price, .struck), bargain: bargain)
        let facts = [
            "\(sums) · \(left(product.stock))",
            label(of: product),
            dates(of: product),
        ]
        let description = product.description.map { [""] + WrappedText.lines($0, columns: columns) } ?? []
        let images = product.images ?? []
        let table = table(
            of: images,
            dropping: [2],
            .init("number", .right) { "\($0.id)" },
            .init("picture", .whole) { .init($0.url) },
            .init("thumbnail", .whole) { .init($0.thumbnailURL) },
            .init("current", .left) { $0.thumbnailURL == product.thumbnail ? "*" : "" }
        )
        return name + facts + description + (images.isEmpty ? [] : [""] + table.lines(palette, columns: columns))
    }

    func lines(_ vendor: MarketVendorAccount) -> [String] {
        var lines = [
            self("vendor_line", id: vendor.id, name: vendor.name.printable),
            "\(self["column_identifier"]): \(vendor.identifier.printable)",
        ]
        if case .issued(let secret) = vendor.secret { lines.append("\(self["column_secret"]): \(secret.printable)") }
        return lines
    }
}
