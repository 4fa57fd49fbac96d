import MarketDomain
import Testing

@testable import MarketService

struct RememberedSearchesTests {
    private func found(_ chunks: Int) -> FoundProducts {
        var (ids, products) = (IdentifierSet(), ProductSet())
        ids.insert(1)
        for chunk in 0..<chunks { products.append(ids, chunk: chunk) }
        return FoundProducts(products: products, membership: Membership(number: 0, stamp: 0))
    }

    @Test func `of many searches the latest are remembered, and one that is used again is one of those`() {
        var searches = RememberedSearches()
        for number in 0..<128 { searches.keep(found(1), of: SearchText("\(number)")) }
        let first = searches.take(SearchText("0"))
        #expect(first?.products.count == 1)
        if let first { searches.keep(first, of: SearchText("0")) }
        for number in 128..<228 { searches.keep(found(1), of: SearchText("\(number)")) }
        let remembered = (0..<228).filter { searches.take(SearchText("\($0)")) != nil }
        #expect(remembered == [0] + Array(101..<228))
    }

    @Test func `searches that find much take no more than 16 MiB together, and none of them more than that alone`() {
        var searches = RememberedSearches()
        // About 6 MiB each.
        for number in 0..<3 { searches.keep(found(11_000), of: SearchText("\(number)")) }
        searches.keep(found(30_000), of: SearchText("all"))
        let remembered = ["0", "1", "2", "all"].filter { searches.take(SearchText($0)) != nil }
        #expect(remembered == ["1", "2"])
    }

    @Test func `words in another order are the same search`() {
        var searches = RememberedSearches()
        searches.keep(found(1), of: SearchText("사과 상자"))
        #expect(searches.take(SearchText("상자 사과")) != nil)
    }
}
