import Messages

extension MarketProduct {
    /// A product with everything about it.
    static var sample: MarketProduct {
        var product = MarketProduct {
            $0.id = 42
            $0.vendorID = 2
            $0.name = "망고 한 상자"
            $0.thumbnail = MarketImageReference(id: 17, isThumbnail: true).description
            $0.currency = "KRW"
            $0.price = "1000"
            $0.bargainPrice = "900"
            $0.discountedPrice = "100"
            $0.stock = 10
            $0.createdAt = "2026-11-21T03:04:05"
            $0.issuedAt = "2026-11-21T03:04:06"
        }
        product.description = "잘 익은 망고 열 개입니다."
        product.thumbnailHash = "5dcbe8b8572b0b4ac8ddbf7d2f10291b"
        product.images = [
            MarketImage(
                id: 17,
                issuedAt: "2026-11-21T03:04:05",
                hash: "3f79bb7b435b05321651daefd374cdc6",
                thumbnailHash: "5dcbe8b8572b0b4ac8ddbf7d2f10291b"
            )
        ]
        product.vendors = MarketVendor(id: 2, name: "동네 가게", createdAt: "2026-11-20T01:02:03")
        return product
    }
}

extension MarketProductPage {
    /// The first of twelve pages, with one product that has cents and one whose description is left out.
    static var sample: MarketProductPage {
        var first = MarketProduct.sample
        first.vendorName = "동네 가게"
        first.images = nil
        first.vendors = nil
        first.currency = "USD"
        first.price = "10.50"
        first.bargainPrice = "10.00"
        first.discountedPrice = "0.50"
        var second = first
        second.id = 41
        second.description = nil
        return MarketProductPage {
            $0.pageNo = 1
            $0.itemsPerPage = 10
            $0.totalCount = 116
            $0.offset = 0
            $0.limit = 10
            $0.lastPage = 12
            $0.hasNext = true
            $0.hasPrev = false
            $0.pages = [first, second]
            $0.revision = "e/116"
        }
    }
}
