internal import HTTPTypes
internal import Hummingbird

/// The cookie by which a browser's session is known.
struct SessionCookie: Sendable {
    /// Over HTTPS the browser sends it to this host alone and nobody else can have set it (RFC 6265bis, 4.1.3.2); over HTTP, which it
    /// takes from this machine only, it would not keep one of that name.
    private static let (plain, secured) = ("jangteo_session", "__Host-jangteo_session")

    private let isSecure: Bool

    init(at origin: RequestOrigin) { isSecure = origin.isSecure }

    private var name: String { isSecure ? Self.secured : Self.plain }

    /// What a request has.
    ///
    /// - Returns: `nil` for none.
    /// - Throws: ``Problem`` for two, of which one may be someone else's.
    func value(in request: Request) throws(Problem) -> String? {
        let found = Self.values(of: [name], in: request)
        guard found.count <= 1 else {
            throw Problem(.badRequest, "the request has \(found.count) cookies called \(name)")
        }
        return found.first
    }

    /// The field that has a browser keep a session, for this many milliseconds.
    func field(_ session: String, for milliseconds: Int) -> String {
        "\(name)=\(session); Max-Age=\(milliseconds / 1_000); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }

    /// The field that has it forget.
    var end: String { field("", for: 0) }

    /// Whether a request has one, whatever it is worth.
    static func isIn(_ request: Request) -> Bool { !values(of: [plain, secured], in: request).isEmpty }

    private static func values(of names: [String], in request: Request) -> [String] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, names.contains(String(parts[0].filter { $0 != " " && $0 != "\t" })) else {
                return nil
            }
            return String(parts[1].filter { $0 != " " && $0 != "\t" })
        }
    }
}

/// Where sessions of browsers begin and end.
enum SessionPath {
    static let session = "/session"
    /// For forms, which know no `DELETE`.
    static let end = "/session/end"
    /// A link leads here, where a form sends its code: what only looks at a link (a preview, a prefetch) does not use it.
    static let link = "/session/link"

    /// Whether a request for a path needs no token by itself.
    static func has(_ path: String) -> Bool { path == session || path == end || path == link }

    /// Whether a POST to a path is an attempt to log in.
    static func isLogin(_ path: String) -> Bool { path == session || path == link }
}
