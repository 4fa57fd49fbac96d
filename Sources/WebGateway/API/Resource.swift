internal import HTTPTypes
internal import Messages

/// One method of a service as a resource of HTTP: what the routes and the OpenAPI document are made of.
struct Resource: Sendable {
    /// A member of the method's params that is no member of the body.
    struct Parameter: Sendable {
        enum Place: String, Sendable {
            case path
            case query
        }

        enum Kind: Sendable {
            case string
            case integer
            case boolean
        }

        /// What it is called in the path or the query.
        let name: String
        let place: Place
        let kind: Kind
        /// What it is called on the wire.
        let member: String

        static func path(_ name: String, _ kind: Kind = .string, as member: String? = nil) -> Parameter {
            Parameter(name: name, place: .path, kind: kind, member: member ?? name)
        }

        static func query(_ name: String, _ kind: Kind = .string, as member: String? = nil) -> Parameter {
            Parameter(name: name, place: .query, kind: kind, member: member ?? name)
        }
    }

    let verb: HTTPRequest.Method
    /// As the router has it, with `{name}` for a parameter.
    let path: String
    let service: ServiceName
    let method: MethodDefinition
    var parameters: [Parameter] = []
    /// What success is answered with.
    var success = HTTPResponse.Status.ok
    /// Whether the answer is the attachment, a picture, and not the result.
    var isPicture = false

    var isWrite: Bool { method.kind == .write }
    /// Whether the params are the body.
    var takesBody: Bool { verb != .get }

    /// Every resource but those whose method the body decides.
    static let all = juice + calc + expo + market

    private static let juice: [Resource] = [
        Resource(verb: .get, path: "/api/juice/menu", service: .juice, method: JuiceMethod.menu),
        Resource(verb: .get, path: "/api/juice/stock", service: .juice, method: JuiceMethod.stockList),
        Resource(
            verb: .get,
            path: "/api/juice/orders",
            service: .juice,
            method: JuiceMethod.orderList,
            parameters: [.query("after"), .query("limit", .integer)]
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
    ]

    private static let calc: [Resource] = [
        Resource(verb: .post, path: "/api/calc/evaluate", service: .calc, method: CalcMethod.evaluate),
        Resource(verb: .post, path: "/api/calc/press", service: .calc, method: CalcMethod.press),
        Resource(verb: .get, path: "/api/calc/keys", service: .calc, method: CalcMethod.keys),
    ]

    private static let expo: [Resource] = [
        Resource(verb: .get, path: "/api/expo/poster", service: .expo, method: ExpoMethod.poster),
        Resource(
            verb: .get,
            path: "/api/expo/entries",
            service: .expo,
            method: ExpoMethod.entriesList,
            parameters: [.query("search"), .query("after"), .query("limit", .integer)]
        ),
        Resource(
            verb: .get,
            path: "/api/expo/entries/{number}",
            service: .expo,
            method: ExpoMethod.entriesGet,
            parameters: [.path("number", .integer)]
        ),
        Resource(
            verb: .get,
            path: "/api/expo/images/{name}",
            service: .expo,
            method: ExpoMethod.imageGet,
            parameters: [.path("name", as: "image_name")],
            isPicture: true
        ),
    ]

    private static let market: [Resource] = [
        Resource(
            verb: .post,
            path: "/api/market/purchases",
            service: .market,
            method: MarketMethod.productsPurchase,
            success: .created
        ),
        Resource(verb: .post, path: "/api/market/check", service: .market, method: MarketMethod.productsCheck),
        Resource(
            verb: .get,
            path: "/api/market/images/{id}",
            service: .market,
            method: MarketMethod.imagesGet,
            parameters: [.path("id", .integer), .query("thumbnail", .boolean)],
            isPicture: true
        ),
    ]
}
