// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

internal import HTTPTypes
internal import Messages

extension Resource {
    /// Every request that is one method.
    static let all: [Resource] = [
        Resource(
            verb: .get,
            path: "/api/juice/menu",
            service: .juice,
            method: JuiceMethod.menu
        ),
        Resource(
            verb: .get,
            path: "/api/juice/stock",
            service: .juice,
            method: JuiceMethod.stockList
        ),
        Resource(
            verb: .get,
            path: "/api/juice/orders",
            service: .juice,
            method: JuiceMethod.orderList,
            parameters: [.query("after"), .query("limit", kind: .integer)]
        ),
        Resource(
            verb: .get,
            path: "/api/juice/orders/{id}",
            service: .juice,
            method: JuiceMethod.orderGet,
            parameters: [.path("id")]
        ),
        Resource(
            verb: .post,
            path: "/api/juice/orders",
            service: .juice,
            method: JuiceMethod.order,
            success: .created
        ),
        Resource(
            verb: .post,
            path: "/api/calc/evaluate",
            service: .calc,
            method: CalcMethod.evaluate
        ),
        Resource(
            verb: .post,
            path: "/api/calc/press",
            service: .calc,
            method: CalcMethod.press
        ),
        Resource(
            verb: .get,
            path: "/api/calc/keys",
            service: .calc,
            method: CalcMethod.keys
        ),
        Resource(
            verb: .get,
            path: "/api/expo/poster",
            service: .expo,
            method: ExpoMethod.poster
        ),
        Resource(
            verb: .get,
            path: "/api/expo/entries",
            service: .expo,
            method: ExpoMethod.entriesList,
            parameters: [.query("search"), .query("after"), .query("limit", kind: .integer)]
        ),
        Resource(
            verb: .get,
            path: "/api/expo/entries/{number}",
            service: .expo,
            method: ExpoMethod.entriesGet,
            parameters: [.path("number", kind: .integer)]
        ),
        Resource(
            verb: .get,
            path: "/api/expo/images/{name}",
            service: .expo,
            method: ExpoMethod.imageGet,
            parameters: [.path("name", as: "image_name")],
            isPicture: true
        ),
        Resource(
            verb: .post,
            path: "/api/market/purchases",
            service: .market,
            method: MarketMethod.productsPurchase,
            success: .created
        ),
        Resource(
            verb: .post,
            path: "/api/market/check",
            service: .market,
            method: MarketMethod.productsCheck
        ),
        Resource(
            verb: .get,
            path: "/api/market/images/{id}",
            service: .market,
            method: MarketMethod.imagesGet,
            parameters: [.path("id", kind: .integer), .query("thumbnail", kind: .boolean), .query("hash")],
            isPicture: true
        ),
    ]
}
