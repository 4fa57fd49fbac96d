import Messages
import Testing
import WireJSON

@Suite struct `The messages of market-service` {
    private func read(_ value: some JSONWritable) throws -> JSONNode {
        try JSONReader().read(value.jsonBytes)
    }

    private let credentials = MarketCredentials(identifier: "v-1", secret: "\"한\"")

    private var form: MarketProductForm {
        var form = MarketProductForm()
        form.name = "망고 한 상자"
        form.description = "잘 익은\n망고"
        form.price = "10.50"
        form.currency = "USD"
        form.discountedPrice = "0.50"
        form.stock = 3
        return form
    }

    @Test func `params read what they write`() throws {
        let list = MarketProductsListParams(pageNo: 3, itemsPerPage: 100, searchValue: "망고 x", ifRevision: "e/7")
        #expect(try MarketProductsListParams(params: read(list)) == list)
        #expect(try MarketProductsListParams(params: nil) == MarketProductsListParams())
        #expect(try MarketProductsGetParams(params: read(MarketProductsGetParams(id: 7))).id == 7)
        let register = MarketProductsRegisterParams(credentials: credentials, form: form)
        #expect(try MarketProductsRegisterParams(params: read(register)) == register)
        var change = form
        change.thumbnailID = 9
        let update = MarketProductsUpdateParams(credentials: credentials, id: 7, form: change)
        #expect(try MarketProductsUpdateParams(params: read(update)) == update)
        let archive = MarketProductsArchiveParams(credentials: credentials, id: 7)
        #expect(try MarketProductsArchiveParams(params: read(archive)) == archive)
        let delete = MarketProductsDeleteParams(identifier: "v-1", uri: "market:deletions/x")
        #expect(try MarketProductsDeleteParams(params: read(delete)) == delete)
        let purchase = MarketProductsPurchaseParams(id: 7, quantity: 2)
        #expect(try MarketProductsPurchaseParams(params: read(purchase)) == purchase)
        let image = MarketImagesGetParams(reference: MarketImageReference(id: 17, isThumbnail: true))
        #expect(try MarketImagesGetParams(params: read(image)) == image)
        let one = MarketImagesGetParams(
            reference: MarketImageReference(id: 17),
            hash: "3f79bb7b435b05321651daefd374cdc6"
        )
        #expect(try MarketImagesGetParams(params: read(one)) == one)
        #expect(try MarketVendorsRegisterParams(params: read(MarketVendorsRegisterParams(name: "가게"))).name == "가게")
        let vendors = MarketVendorsListParams(after: "5", limit: 9)
        #expect(try MarketVendorsListParams(params: read(vendors)) == vendors)
    }

    @Test func `results read what they write`() throws {
        let product = MarketProduct.sample
        #expect(try MarketProduct(read(product)) == product)
        let page = MarketProductPage.sample
        #expect(try MarketProductsListResult(read(MarketProductsListResult.page(page))) == .page(page))
        let short = MarketProductsListResult.notModified(revision: "e/7")
        #expect(try MarketProductsListResult(read(short)) == short)
        let receipt = MarketPurchaseReceipt {
            $0.id = "17"
            $0.productID = 7
            $0.quantity = 2
            $0.stock = 1
            $0.createdAt = "2026-11-21T03:04:05"
        }
        #expect(try MarketPurchaseReceipt(read(receipt)) == receipt)
        let archived = MarketProductsArchiveResult(uri: "market:deletions/x", expiresAt: Timestamp.text(0))
        #expect(try MarketProductsArchiveResult(read(archived)) == archived)
        let picture = MarketPicture {
            $0.id = 17
            $0.isThumbnail = true
            $0.mediaType = "image/png"
            $0.width = 200
            $0.height = 100
            $0.size = 5_000
            $0.sha256 = String(repeating: "0", count: 64)
        }
        #expect(try MarketPicture(read(picture)) == picture)
    }

    @Test(arguments: [.issued("s3cret"), .toldBefore, .untold] as [MarketVendorAccount.Secret])
    func `a secret is told, or withheld, or not spoken of`(secret: MarketVendorAccount.Secret) throws {
        let account = MarketVendorAccount(
            id: 2,
            name: "가게",
            identifier: "v-1",
            secret: secret,
            createdAt: "2026-11-21T03:04:05"
        )
        let node = try read(account)
        #expect(MarketVendorAccount(node) == account)
        switch secret {
        case .issued: #expect(node["secret"]?.string == "s3cret")
        case .toldBefore: #expect(node["secret"]?.isNull == true)
        case .untold: #expect(node["secret"] == nil)
        }
        var dumped = ""
        dump(account, to: &dumped)
        #expect(!"\(account) \(String(reflecting: account)) \(dumped)".contains("s3cret"))
        let page = MarketVendorPage(vendors: [account], next: "2")
        #expect(try MarketVendorPage(read(page)) == page)
    }

    @Test func `credentials never show their secret`() {
        let credentials = MarketCredentials(identifier: "v-1", secret: "s3cret")
        let params = MarketProductsArchiveParams(credentials: credentials, id: 7)
        var dumped = ""
        dump(params, to: &dumped)
        #expect(!"\(params) \(String(reflecting: params)) \(dumped)".contains("s3cret"))
    }

    @Test func `events read what they write`() throws {
        let change = MarketStockChanged {
            $0.product = 42
            $0.previous = 10
            $0.quantity = 4
            $0.version = 7
            $0.cause = "purchase"
            $0.ref = "17"
        }
        #expect(try MarketStockChanged(read(change)) == change)
        #expect(try read(change)["delta"]?.integer == -6)
        for (kind, changed) in [(MarketProductEvent.Kind.registered, nil), (.updated, ["price", "stock"])] {
            let event = MarketProductEvent {
                $0.product = 42
                $0.vendorID = 2
                $0.name = "망고"
                $0.currency = "USD"
                $0.price = "10.50"
                $0.bargainPrice = "10.00"
                $0.changed = changed
                $0.ref = "17"
            }
            #expect(try MarketProductEvent(read(event)) == event)
            #expect(EventTopic.topic(type: kind.type, subject: "\(Int.max)").utf8.count <= EventTopic.maxLength)
        }
    }

    @Test func `sums travel as they were written`() throws {
        let text = #"{"identifier":"a","secret":"b","price":1e3,"discounted_price":0.10}"#
        let params = try MarketProductsRegisterParams(params: JSONReader().read(text))
        #expect(params.form.price == "1e3" && params.form.discountedPrice == "0.10")
        #expect(String(decoding: MarketProduct.sample.jsonBytes, as: UTF8.self).contains(#""price":1000,"#))
    }

    @Test func `everything of a wrong type is told at once, and what is missing is left to the market`() throws {
        let text = """
            {"identifier":1,"secret":"","id":0,"name":[],"description":5,"thumbnail_id":"1","price":"5","currency":1,\
            "discounted_price":null,"stock":1.0}
            """
        let node = try JSONReader().read(text)
        let error = try #require(throws: RPCError.self) { try MarketProductsUpdateParams(params: node) }
        #expect(
            error.violations.map(\.pointer) == [
                "/identifier", "/id", "/secret", "/name", "/description", "/thumbnail_id", "/price", "/currency",
                "/discounted_price", "/stock",
            ]
        )
        let empty = try MarketProductsRegisterParams(params: JSONReader().read(#"{"identifier":"a","secret":"b"}"#))
        #expect(empty.form == MarketProductForm())
    }

    @Test(arguments: [
        ("{}", ""), (#"{"id":1,"url":"market:images/1"}"#, ""), (#"{"id":0,"url":null}"#, ""), (#"{"id":0}"#, "/id"),
        (#"{"id":"1"}"#, "/id"),
        (#"{"url":"http://images/1"}"#, "/url"), (#"{"url":""}"#, "/url"), (#"{"id":1,"thumbnail":1}"#, "/thumbnail"),
        (#"{"id":1,"hash":"5DCBE8B8572B0B4AC8DDBF7D2F10291B"}"#, "/hash"), (#"{"id":1,"hash":"5dcbe8b8"}"#, "/hash"),
        (#"{"id":1,"hash":17}"#, "/hash"),
    ])
    func `a picture has one name`(text: String, pointer: String) throws {
        let error = try #require(throws: RPCError.self) { try MarketImagesGetParams(params: JSONReader().read(text)) }
        #expect(error.violations.map(\.pointer) == [pointer])
    }

    @Test(arguments: [(17, false, "market:images/17"), (1, true, "market:images/1/thumbnail")])
    func `a reference is read as it was given`(id: Int, isThumbnail: Bool, text: String) throws {
        let reference = MarketImageReference(id: id, isThumbnail: isThumbnail)
        #expect(reference.description == text && MarketImageReference(text) == reference)
        #expect(try MarketImagesGetParams(params: JSONReader().read(#"{"url":"\#(text)"}"#)).reference == reference)
    }

    @Test(arguments: [
        "", "17", "market:images/", "market:images/0", "market:images/-1", "market:images/017", "market:images/+17",
        "market:images/17/", "market:images/17/thumb", "market:images/17/thumbnail/",
        "market:images/99999999999999999999",
    ])
    func `what was never given is no reference`(text: String) {
        #expect(MarketImageReference(text) == nil)
    }

    @Test func `a shortage of a product names it by its number`() throws {
        var error = RPCError(.insufficientStock, "")
        error.shortages = [StockShortage(kind: "product", item: "42", required: 3, available: 2)]
        var writer = JSONWriter()
        error.write(isKeyed: false, to: &writer)
        let node = try JSONReader().read(writer.bytes)
        #expect(node["data"]?["shortages"]?[0]?["product"]?.integer == 42)
        #expect(RPCError(node)?.shortages == error.shortages)
    }

    @Test func `dates have no zone`() {
        #expect(Timestamp.dateTime(1_795_231_445_678) == "2026-11-21T03:24:05")
    }
}
