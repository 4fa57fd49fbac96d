internal import Messages
internal import Platform

extension Texts {
    // MARK: Tables

    var productName: String { pick("상품명", "NAME") }
    var price: String { pick("상품가격", "PRICE") }
    var bargainPrice: String { pick("할인가", "BARGAIN PRICE") }
    var stock: String { pick("재고", "STOCK") }
    var vendor: String { pick("판매자", "VENDOR") }
    var thumbnail: String { pick("미리보기", "THUMBNAIL") }
    var identifier: String { pick("식별자", "IDENTIFIER") }
    var secret: String { pick("비밀번호", "SECRET") }

    // MARK: Products

    /// Such as `KRW 1,000`.
    func sum(_ number: String, _ currency: String) -> String {
        let parts = number.split(separator: ".", maxSplits: 1)
        let whole = parts.first.flatMap { Int($0) }?.grouped
        let text = whole.map { $0 + parts.dropFirst().map { ".\($0)" }.joined() } ?? number
        return "\(currency) \(text)".printable
    }

    func reduced(from price: String, to bargain: String) -> String {
        pick("정가 \(price), 할인가 \(bargain)", "was \(price), now \(bargain)")
    }

    func left(_ stock: Int) -> String {
        stock == 0 ? pick("품절", "sold out") : pick("잔여수량 : \(stock)", "left: \(stock)")
    }

    /// What identifies a product, in one line.
    func label(of product: MarketProduct) -> String {
        let seller = product.vendors.map { pick("판매자 \($0.name)", "sold by \($0.name)") } ?? ""
        let number = pick("\(product.id)번 상품", "No. \(product.id)")
        return [number, seller].filter { !$0.isEmpty }.joined(separator: " · ").printable
    }

    func dates(of product: MarketProduct) -> String {
        let created = localTime(product.createdAt)
        let issued = localTime(product.issuedAt)
        let registered = pick("등록 \(created)", "registered \(created)")
        return product.createdAt == product.issuedAt
            ? registered : registered + pick(" · 수정 \(issued)", " · changed \(issued)")
    }

    /// A date of the market, which has no zone because it is in UTC.
    func localTime(_ date: String) -> String {
        LocalTime.dateAndTime("\(date)Z").printable
    }

    func place(of page: MarketProductPage) -> String {
        pick(
            "\(page.lastPage)쪽 중 \(page.pageNo)쪽 · 상품 \(page.totalCount.grouped)개",
            "page \(page.pageNo) of \(page.lastPage) · \(page.totalCount.grouped) product(s)"
        )
    }

    func noProducts(_ page: MarketProductPage) -> String {
        guard page.totalCount > 0 else { return pick("상품이 없습니다.", "No products.") }
        return pick(
            "이 쪽에는 상품이 없습니다. 마지막은 \(page.lastPage)쪽입니다.",
            "No products on this page; the last one is page \(page.lastPage)."
        )
    }

    func notModified(since revision: String) -> String {
        pick(
            "바뀐 것이 없습니다 (revision \(revision.printable)).",
            "Nothing has changed since revision \(revision.printable)."
        )
    }

    var purchase: String { pick("구매", "PURCHASE") }
    var noPurchases: String { pick("구매가 없습니다.", "No purchases.") }
    var olderPurchasesAreGone: String {
        pick("더 오래된 구매는 더는 보관되지 않습니다.", "Older purchases are no longer kept.")
    }

    func purchased(_ receipt: MarketPurchaseReceipt) -> [String] {
        let id = receipt.id.printable
        return [
            pick(
                "\(receipt.productID)번 상품을 \(receipt.quantity)개 샀습니다.",
                "Bought \(receipt.quantity) of product \(receipt.productID)."
            ),
            left(receipt.stock),
            pick("구매 \(id)", "purchase \(id)"),
        ]
    }

    func askToDelete(_ product: MarketProduct) -> String {
        let name = product.name.printable
        return pick(
            "\(product.id)번 상품 \(name) 을(를) 삭제하시겠습니까? [예/아니오] ",
            "Delete product \(product.id), \(name)? [y/N] "
        )
    }

    /// Whether an answer means yes, in either language.
    func isYes(_ answer: String) -> Bool {
        ["y", "yes", "예", "네"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }

    var notDeleted: String { pick("삭제하지 않았습니다.", "Not deleted.") }

    func deleted(_ product: MarketProduct) -> String {
        let name = product.name.printable
        return pick("\(product.id)번 상품 \(name) 을(를) 삭제했습니다.", "Deleted product \(product.id), \(name).")
    }

    func uploading(pictures: Int, bytes: Int) -> String {
        pick(
            "이미지 \(pictures)장, \(bytes.grouped) 바이트를 보내고 답을 기다리는 중",
            "sending \(pictures) image(s), \(bytes.grouped) bytes; waiting for an answer"
        )
    }

    // MARK: Vendors

    func vendor(_ id: Int, _ name: String) -> String { pick("판매자 \(id) · \(name)", "vendor \(id) · \(name)") }

    var noVendors: String { pick("판매자가 없습니다.", "No vendors.") }

    /// What to do with a secret that is told once.
    func advice(about secret: MarketVendorAccount.Secret) -> String {
        guard case .issued = secret else {
            return pick(
                "비밀번호는 처음 한 번만 보여 줍니다. 잃어버렸다면 판매자를 새로 등록하세요.",
                "The secret was shown only once. If it is lost, register another vendor."
            )
        }
        return pick(
            "비밀번호는 다시 볼 수 없습니다. 남이 읽지 못하는 파일(chmod 600)에 지금 보관하고 --secret-file 로 쓰세요.",
            "This secret will not be shown again. Store it now in a file that nobody else can read (chmod 600), "
                + "and use it with --secret-file."
        )
    }

    func secretWritten(_ path: String) -> String {
        pick("비밀번호는 이 파일에 있습니다: \(path.printable)", "The secret was written to \(path.printable)")
    }

    /// Says why a vendor was not registered.
    func secretUntellable(_ problem: String) -> String {
        pick(
            "비밀번호는 한 번만 받을 수 있는데 받을 곳이 없어 아무것도 보내지 않았습니다. --secret-out 으로 파일을 지정하세요. (\(problem))",
            "the secret is shown only once and could not be shown, so nothing was sent: name a file with --secret-out "
                + "(\(problem))"
        )
    }

    func secretKept(_ path: String) -> String {
        pick(
            "다시 볼 수 없는 비밀번호를 본인만 읽을 수 있는 파일에 보관했습니다: \(path.printable)",
            "The secret will not be shown again. It is kept in a file that only you can read: \(path.printable)"
        )
    }

    func secretLost(_ problem: String) -> String {
        pick(
            "비밀번호를 보관하지 못해 잃었습니다 (\(problem.printable)). 판매자를 새로 등록하세요.",
            "The secret could not be kept and is lost (\(problem.printable)). Register another vendor."
        )
    }

    var askForSecret: String { pick("판매자 비밀번호: ", "Vendor's secret: ") }
}
