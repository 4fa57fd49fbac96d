import Messages

extension MarketProduct {
    /// A product with everything about it.
    static var sample: MarketProduct {
        var product = MarketProduct(
            id: 42,
            vendorID: 2,
            name: "망고 한 상자",
            thumbnail: MarketImageReference(id: 17, isThumbnail: true).description,
            currency: "KRW",
            price: "1000",
            bargainPrice: "900",
            discountedPrice: "100",
            stock: 10,
            createdAt: "2026-11-21T03:04:05",
            issuedAt: "2026-11-21T03:04:06"
        )
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
        return MarketProductPage(
            pageNo: 1,
            itemsPerPage: 10,
            totalCount: 116,
            offset: 0,
            limit: 10,
            lastPage: 12,
            hasNext: true,
            hasPrev: false,
            pages: [first, second],
            revision: "e/116"
        )
    }
}
