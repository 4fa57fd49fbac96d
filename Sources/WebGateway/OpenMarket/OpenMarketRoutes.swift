internal import HTTPTypes
internal import Hummingbird
internal import Messages

/// The API that open-market clients were written against: with their base URL changed, they work.
struct OpenMarketRoutes: Sendable {
    private typealias Answer = @Sendable (OpenMarketCall) async throws -> Response

    let services: Services
    /// Whether there is a proxy in front, and says what it was asked for.
    let isBehindProxy: Bool

    func add(to router: Router<WebContext>) {
        guard services.has(.market) else { return }
        for base in ["", OpenMarketGeneration.secondBase] {
            add(.get, under: base, path: "/healthChecker", to: router) { try await Self.health($0) }
            add(.get, under: base, path: "/api/products", to: router) { try await Self.list($0) }
            add(.post, under: base, path: "/api/products", to: router) { try await Self.register($0) }
            add(.get, under: base, path: "/api/products/{id}", to: router) { try await Self.product($0) }
            add(.patch, under: base, path: "/api/products/{id}", to: router) { try await Self.change($0) }
            add(.put, under: base, path: "/api/products/{id}/images", to: router) { try await Self.replacePictures($0) }
            add(.post, under: base, path: "/api/products/{id}/archived", to: router) { try await Self.archive($0) }
            add(.post, under: base, path: "/api/products/{id}/secret", to: router) {
                try await Self.archive($0, isSecret: true)
            }
            // Some clients keep the last segment only, and others put the product's number before it.
            add(.delete, under: base, path: "/api/products/{id}", to: router) { try await Self.delete($0, by: "id") }
            add(.delete, under: base, path: "/api/products/{id}/{token}", to: router) {
                try await Self.delete($0, by: "token")
            }
            add(.get, under: base, path: "/api/products/images/{id}", to: router) { try await Self.picture($0) }
            add(.get, under: base, path: "/api/products/images/{id}/thumbnail", to: router) {
                try await Self.picture($0, isThumbnail: true)
            }
        }
    }

    /// Whether a path belongs to these clients, whose problems have the members that they know.
    static func has(_ path: String) -> Bool {
        ["", OpenMarketGeneration.secondBase].contains { base in
            path == base + "/healthChecker" || path == base + "/api/products" || path.hasPrefix(base + "/api/products/")
        }
    }

    private func add(
        _ verb: HTTPRequest.Method,
        under base: String,
        path: String,
        to router: Router<WebContext>,
        answer: @escaping Answer
    ) {
        router.on(RouterPath(base + path), method: verb) { [services, isBehindProxy] request, context in
            let generation = OpenMarketGeneration(base: base)
            return try await answer(
                OpenMarketCall(
                    services: services,
                    request: request,
                    context: context,
                    generation: generation,
                    isBehindProxy: isBehindProxy
                )
            )
        }
    }
}
