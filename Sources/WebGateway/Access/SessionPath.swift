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
