internal import HTTPTypes
internal import Hummingbird
internal import Messages

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

/// The path under which a product can be deleted: the address that the market gave, in digits and letters only.
///
/// The address means nothing here and may hold anything. Clients put the path, or its last segment, into a URL without
/// escaping it, so each byte is two hexadecimal digits.
enum DeletionPath {
    /// The last segment of the path.
    static func token(of uri: String) -> String {
        uri.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The address.
    ///
    /// - Throws: ``Problem`` with `URI_EXPIRED` for a segment that was never given out.
    static func uri(of token: String) throws(Problem) -> String {
        let digits = Array(token.utf8)
        let limit = 2 * MarketProductsDeleteParams.uriMaxLength
        let pairs = stride(from: 0, to: min(digits.count, limit), by: 2).map { digits[$0...].prefix(2) }
        let bytes = pairs.compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
        let uri = String(decoding: bytes, as: UTF8.self)
        guard !uri.isEmpty, self.token(of: uri) == token else {
            throw Problem(RPCError(.uriExpired, "no product can be deleted under this path"))
        }
        return uri
    }
}
