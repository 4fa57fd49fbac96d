import ArgumentParser
import Messages
import Testing
import WireJSON

@testable import Gateway
@testable import Terminal

@Suite struct MarketTests {
    private func product(price: String = "1000", bargain: String = "900", stock: Int = 10) -> MarketProduct {
        var product = MarketProduct {
            $0.id = 42
            $0.vendorID = 2
            $0.name = "망고 한 상자"
            $0.thumbnail = "market:images/17/thumbnail"
            $0.currency = "KRW"
            $0.price = price
            $0.bargainPrice = bargain
            $0.discountedPrice = "100"
            $0.stock = stock
            $0.createdAt = "2026-11-21T03:04:05"
            $0.issuedAt = "2026-11-21T03:04:05"
        }
        product.vendorName = "동네 가게"
        return product
    }

    private func page(_ products: [MarketProduct], pageNo: Int = 1, totalCount: Int = 116) -> MarketProductPage {
        MarketProductPage {
            $0.pageNo = pageNo
            $0.itemsPerPage = 10
            $0.totalCount = totalCount
            $0.offset = (pageNo - 1) * 10
            $0.limit = 10
            $0.lastPage = (totalCount + 9) / 10
            $0.hasNext = pageNo * 10 < totalCount
            $0.hasPrev = pageNo > 1
            $0.pages = products
            $0.revision = "e/116"
        }
    }

    @Test(arguments: [
        ("1000", "KRW", "KRW 1,000"), ("0", "KRW", "KRW 0"), ("1000000000000", "KRW", "KRW 1,000,000,000,000"),
        ("10.50", "USD", "USD 10.50"), ("1234567.05", "USD", "USD 1,234,567.05"), ("0.05", "USD", "USD 0.05"),
        ("1e3", "KRW", "KRW 1e3"), ("1", "\u{1B}[2J", "\u{FFFD}[2J 1"),
    ])
    func `a sum has its currency and groups of three`(number: String, currency: String, text: String) {
        #expect(Texts.korean.sum(number, in: currency) == text)
    }

    @Test func `a list has price, bargain price and what is left`() {
        let lines = MarketListCommand.table(of: [product(), product(bargain: "1000", stock: 0)], in: .korean).lines(
            .plain
        )
        #expect(lines[0].contains("상품명") && lines[0].contains("상품가격") && lines[0].contains("할인가"))
        #expect(lines[1].contains("KRW 1,000") && lines[1].contains("KRW 900") && lines[1].contains("잔여수량 : 10"))
        #expect(lines[1].hasSuffix("동네 가게"))
        #expect(lines[2].contains("품절"))
        let english = MarketListCommand.table(of: [product(stock: 0)], in: .english).lines(.plain)
        #expect(english[1].contains("sold out"))
    }

    @Test func `an old price is red and struck through, one that holds is not`() {
        let colours = Palette(isOn: true)
        let reduced = MarketListCommand.table(of: [product()], in: .english).lines(colours)
        #expect(reduced[1].contains("\u{1B}[31;9mKRW 1,000\u{1B}[0m"))
        let full = MarketListCommand.table(of: [product(bargain: "1000")], in: .english).lines(colours)
        #expect(!full[1].contains("\u{1B}[31;9m"))
    }

    @Test func `what a vendor wrote is shown, never obeyed`() {
        var hostile = product()
        hostile.name = "a\u{1B}[2Jb"
        hostile.vendorName = "v\u{9B}31m"
        hostile.description = "first\u{1B}]0;title\u{7}\nsecond"
        let lines =
            MarketListCommand.table(of: [hostile], in: .english).lines(.plain)
            + Texts.english.lines(hostile, columns: 80, palette: .plain)
        #expect(!lines.joined().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{7}" })
        #expect(lines.contains("second"))
    }

    @Test func `a product is shown with everything about it`() {
        var product = product()
        product.description = "잘 익은 망고 열 개입니다."
        product.vendors = MarketVendor(id: 2, name: "동네 가게", createdAt: "2026-11-20T01:02:03")
        product.images = [MarketImage(id: 17, issuedAt: ""), MarketImage(id: 18, issuedAt: "")]
        let lines = Texts.korean.lines(product, columns: 80, palette: .plain)
        #expect(lines[0] == "망고 한 상자")
        #expect(lines[1] == "정가 KRW 1,000, 할인가 KRW 900 · 잔여수량 : 10")
        #expect(lines[2] == "42번 상품 · 판매자 동네 가게")
        #expect(lines[3].hasPrefix("등록 2026-11-2"))
        #expect(lines.contains("잘 익은 망고 열 개입니다."))
        #expect(lines.suffix(2).allSatisfy { $0.contains("market:images/") })
    }

    @Test func `an empty page says why it is empty`() {
        #expect(Texts.korean.noProducts(page([], totalCount: 0)) == "상품이 없습니다.")
        #expect(Texts.english.noProducts(page([], pageNo: 13)) == "No products on this page; the last one is page 12.")
    }

    @Test func `a new vendor's secret is shown, and a withheld one is not made up`() {
        var account = MarketVendorAccount(
            id: 2,
            name: "동네 가게",
            identifier: "v-1",
            secret: .issued("s3cret"),
            createdAt: ""
        )
        #expect(Texts.english.lines(account).last == "SECRET: s3cret")
        #expect(Texts.english.advice(about: account.secret).contains("chmod 600"))
        account.secret = .toldBefore
        #expect(Texts.english.lines(account).last == "IDENTIFIER: v-1")
        #expect(Texts.english.advice(about: account.secret).contains("register another vendor"))
    }

    @Test(arguments: ["y", "Y", " yes ", "예", "네\n"])
    func `yes is said in either language`(answer: String) {
        #expect(Texts.korean.isYes(answer) && Texts.english.isYes(answer))
    }

    @Test(arguments: ["", "n", "no", "아니오", "yep", "42"])
    func `everything else is no`(answer: String) {
        #expect(!Texts.korean.isYes(answer))
    }

    @Test(arguments: [
        (["--price", "1000"], #"{"price":1000}"#), (["--price", "10.50"], #"{"price":10.50}"#),
        (["--price", "1e3"], #"{"price":1e3}"#), (["--price=-1"], #"{"price":-1}"#),
        (["--price", "-1"], #"{"price":-1}"#), (["--name", "--5"], #"{"name":"--5"}"#),
        (["--price", "1,000"], #"{"price":"1,000"}"#), (["--stock", "many"], #"{"stock":"many"}"#),
        (["--discount", "true"], #"{"discounted_price":"true"}"#), (["--name", "5"], #"{"name":"5"}"#),
        (["--stock", "99999999999999999999999"], #"{"stock":99999999999999999999999}"#),
    ])
    func `numbers are sent as they were typed, and what is none as it is`(words: [String], json: String) throws {
        var writer = JSONWriter()
        writer.beginObject()
        try ProductFormOptions.parse(words).writeMembers(to: &writer)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
    }

    @Test func `a bar moves and never leaves its line`() {
        let progress = UploadProgress(pictures: 5, bytes: 1_234_567)
        let lines = (0..<100).map { progress.line(tick: $0, .english, columns: 80) }
        #expect(lines.allSatisfy { $0.hasSuffix("sending 5 images, 1,234,567 bytes; waiting for an answer") })
        #expect(Set(lines).count == 20)
        #expect((0..<100).allSatisfy { DisplayWidth.of(progress.line(tick: $0, .korean, columns: 30)) < 30 })
    }
}
