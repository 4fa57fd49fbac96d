import Journal
import Messages
import TestKit
import Testing
import WireJSON

@testable import MarketService

/// What one write changes in every place that tells of it: product, level, event, revision, pages and search.
@Suite(.timeLimit(.minutes(10)))
struct ProductWritesTests {
    private let directory: TemporaryDirectory
    private let bench: MarketBench
    private let stockChanged = "market.stock.changed"

    init() throws {
        directory = try TemporaryDirectory()
        bench = try MarketBench(directory)
    }

    @Test func `a member that could not be read is not complained about twice`() throws {
        var faults: [Violation] = []
        let node = try JSONReader().read(#"{"identifier":"a","secret":"b","name":5}"#)
        _ = MarketProductsRegisterParams(params: node, &faults)
        for name in ["name", "price"] {
            faults.add(Violation(path: [name], reason: .required, detail: "\(name) is required"))
        }
        #expect(faults.map(\.pointer) == ["/name", "/price"])
        #expect(faults.map(\.reason) == ["WRONG_TYPE", "REQUIRED"])
    }

    private func product(_ id: Int) throws -> JSONNode? { try bench.one(bench.call("get", #""id":\#(id)"#))?.result }

    private func uri(of id: Int) throws -> String? {
        try bench.one(bench.signed("archive", #""id":\#(id)"#))?.result?["uri"]?.string
    }

    private func delete(_ uri: String) throws -> JSONNode? {
        try bench.one(bench.call("delete", #""identifier":"vendor-1","uri":"\#(uri)""#))
    }

    /// What the product says of its stock, and the journal of its level.
    private func stocks(of id: Int) throws -> [Int?] {
        [try product(id)?["stock"]?.integer, try bench.journal.level(of: String(id))?.quantity]
    }

    /// How many products a search says that there are, whether it is remembered or has to be made.
    private func count(_ search: String) throws -> Int? {
        try (bench.one(bench.list(search)) ?? bench.finish()[0])?.result?["totalCount"]?.integer
    }

    /// Holds the tables to what a start holds them to.
    private func checkRules() throws {
        for rule in CatalogueSchema.tables.rules {
            #expect(try bench.journal.tables.first(rule.query) { $0.text(at: 0) } == nil, "\(rule.finding)")
        }
    }

    @Test func `a purchase takes from the stock of its product, and level and event say the same`() throws {
        let id = try #require(try bench.register("사과 상자"))
        let receipt = try bench.one(bench.call("purchase", #""id":\#(id),"quantity":2"#))?.result
        #expect(receipt?["stock"]?.integer == 1)
        #expect(try stocks(of: id) == [1, 1])
        let level = try #require(try bench.journal.level(of: String(id)))
        #expect(level.version == 2)
        #expect(level.sequence == bench.published.last?.sequence)
        #expect(bench.published.map(\.type) == ["market.product.registered", stockChanged, stockChanged])
        // What is left can be bought, and no more.
        #expect(try bench.one(bench.call("purchase", #""id":\#(id),"quantity":2"#))?.reason == "INSUFFICIENT_STOCK")
        #expect(try bench.one(bench.call("purchase", #""id":\#(id),"quantity":1"#))?.result?["stock"]?.integer == 0)
        #expect(try stocks(of: id) == [0, 0])
        try checkRules()
    }

    @Test func `a list that was asked for before a purchase is sent anew after it`() throws {
        let id = try #require(try bench.register("사과 상자"))
        let revision = try #require(try bench.one(bench.list())?.result?["revision"]?.string)
        let again = bench.call("list", #""ifRevision":"\#(revision)""#)
        #expect(try bench.one(again)?.result?["notModified"]?.boolean == true)
        _ = try bench.one(bench.call("purchase", #""id":\#(id),"quantity":1"#))
        #expect(try bench.one(again)?.result?["pages"]?.elements.map { $0["stock"]?.integer } == [2])
    }

    @Test func `a deleted product is gone from list, counts and searches, and its stock is told as gone`() throws {
        let ids = try ["사과 상자", "딸기 상자", "포도 상자"].map { try #require(try bench.register($0)) }
        let before = bench.published.count
        #expect(try delete(try #require(try uri(of: ids[1])))?.result?["stock"]?.integer == 3)
        #expect(bench.published[before...].map(\.type) == [stockChanged, "market.product.deleted"])
        #expect(try ["딸기", "상자"].map(count) == [0, 2])
        #expect(try bench.found("상자") == [ids[2], ids[0]])
        let pages = try (1...2).map { page in
            try bench.one(bench.call("list", #""page_no":\#(page),"items_per_page":1"#))?.result
        }
        #expect(pages.map { $0?["totalCount"]?.integer } == [2, 2])
        #expect(pages.map { $0?["pages"]?.elements.map { $0["id"]?.integer } } == [[ids[2]], [ids[0]]])
        #expect(try bench.journal.level(of: String(ids[1]))?.quantity == 0)
        try checkRules()
    }

    @Test func `an address stays good when others are given out, and is good once`() throws {
        let ids = try ["사과 상자", "딸기 상자"].map { try #require(try bench.register($0)) }
        let uris = try ids.map { try #require(try uri(of: $0)) }
        for (id, uri) in zip(ids, uris) {
            #expect(try delete(uri)?.result?["id"]?.integer == id)
            #expect(try delete(uri)?.reason == "URI_EXPIRED")
        }
    }

    @Test func `only the vendor of a product changes it, and only with its secret`() throws {
        let id = try #require(try bench.register("사과 상자"))
        let register = #"{"jsonrpc":"2.0","id":1,"method":"market.vendors.register","params":{"name":"다른 가게"}}"#
        let other = try #require(try bench.one(register)?.result)
        let (identifier, secret) = try (#require(other["identifier"]?.string), #require(other["secret"]?.string))
        for credentials in [("vendor-1", secret), (identifier, "not-a-real-secret"), (identifier, secret)] {
            for (method, members) in [("update", #","stock":9"#), ("archive", "")] {
                let signed = #""identifier":"\#(credentials.0)","secret":"\#(credentials.1)","id":\#(id)\#(members)"#
                #expect(try bench.one(bench.call(method, signed))?.reason == "PERMISSION_DENIED")
            }
        }
        #expect(try stocks(of: id) == [3, 3])
    }

    @Test func `each product has pictures of its own, whole and as a thumbnail`() throws {
        let ids = try ["사과 상자", "딸기 상자"].map { try #require(try bench.register($0)) }
        let images = try ids.map { try product($0)?["images"]?.elements.compactMap { $0["id"]?.integer } }
        #expect(images == [[1], [2]])
        for id in [1, 2] {
            let get = #"{"jsonrpc":"2.0","id":1,"method":"market.images.get","params":{"id":\#(id)}}"#
            _ = try bench.one(get)
            _ = try bench.finish()
            #expect(bench.attachments == [onePixel])
        }
    }

    @Test func `a remembered search finds a product by its new name, and no more by its old one`() throws {
        let id = try #require(try bench.register("사과 바구니"))
        #expect(try bench.found("바구니") == [id])
        #expect(try bench.found("상자") == [])
        _ = try bench.one(bench.signed("update", #""id":\#(id),"name":"사과 상자""#))
        #expect(try bench.found("바구니") == [])
        #expect(try bench.found("상자") == [id])
    }
}
