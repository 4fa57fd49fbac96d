internal import HTTPTypes
internal import Hummingbird

/// Paths as open-market clients write them.
enum OpenMarketPath {
    private static let products = "/api/products"

    /// The path as the router has it; others than those of these clients stay as they are written.
    ///
    /// Clients put a path, such as the one under which a product can be deleted, behind a base URL that ends with the same or with a slash:
    /// `/api/products//api/products/17` is `/api/products/17`. Some proxies make one slash of two.
    static func canonical(_ target: String) -> String {
        let second = OpenMarketGeneration.secondBase
        guard mayBeUnusual(target) || target.hasPrefix(second + second) else { return target }
        let path = target.prefix { $0 != "?" }
        let isUsual = !path.contains("//") && !path.contains(products + products) && !path.hasPrefix(second + second)
        guard !isUsual || path.hasSuffix("/") else { return target }
        var text = path.split(separator: "/").map { "/\($0)" }.joined()
        while text.hasPrefix("\(second)\(second)/") { text.removeFirst(second.count) }
        for base in ["", second] {
            while text == base + products + products || text.hasPrefix("\(base)\(products)\(products)/") {
                text = base + text.dropFirst(base.count + products.count)
            }
        }
        return OpenMarketRoutes.has(text) ? text + target.dropFirst(path.count) : target
    }

    /// Whether it has two slashes together, one at its end, or as many as two paths of products have: what is looked at for each request.
    private static func mayBeUnusual(_ target: String) -> Bool {
        var (slashes, isBehindSlash) = (0, false)
        for byte in target.utf8 {
            guard byte != UInt8(ascii: "?") else { break }
            let isSlash = byte == UInt8(ascii: "/")
            if isSlash {
                guard !isBehindSlash, slashes < 3 else { return true }
                slashes += 1
            }
            isBehindSlash = isSlash
        }
        return isBehindSlash
    }
}

/// Hands requests on under the paths that the router has.
struct OpenMarketPathResponder<Responder: HTTPResponder<WebContext>>: HTTPResponder {
    /// What stands before all paths of this listener: that of the second generation is for its clients alone.
    let base: String
    let responder: Responder

    func respond(to request: Request, context: WebContext) async throws -> Response {
        let target = request.head.path ?? "/"
        let path = OpenMarketPath.canonical(base + target)
        guard path != target else { return try await responder.respond(to: request, context: context) }
        var head = request.head
        head.path = path
        return try await responder.respond(to: Request(head: head, body: request.body), context: context)
    }
}
