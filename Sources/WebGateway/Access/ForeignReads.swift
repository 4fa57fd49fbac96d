internal import HTTPTypes
internal import Hummingbird

/// What pages of other sites have a browser read here (W3C Fetch Metadata).
///
/// Such a page learns nothing of the answer, but could take streams and have services work, in the name of its visitor.
struct ForeignReads: Sendable {
    /// What needs no token: pages of other sites may read it, and show its pictures.
    let visitors: (any VisitorRoutes)?

    /// Refuses a read for a page of another site, but for a navigation, by which someone follows a link.
    ///
    /// - Throws: ``Problem`` with 403.
    func check(_ request: Request, against own: RequestOrigin) throws(Problem) {
        guard !isPublic(request.uri.path) else { return }
        switch request.headers[.fetchSite] {
        case "same-origin", "none": return
        case nil:
            // Older browsers say only for some reads where they come from; programs never do.
            guard let origin = request.headers[.origin], !own.isOrigin(origin) else { return }
            throw .foreign(origin)
        case let site?:
            // A frame, an object and an embedded page are navigations too, and nobody's decision.
            let isFollowed =
                request.headers[.fetchMode] == "navigate" && request.headers[.fetchDestination] == "document"
            guard isFollowed else { throw .foreign(site) }
        }
    }

    /// Who may have a browser load what is at a path: the value of `Cross-Origin-Resource-Policy`.
    func policy(of path: String) -> String { isPublic(path) ? "cross-origin" : "same-origin" }

    private func isPublic(_ path: String) -> Bool { visitors?.has(path) == true }
}

extension Problem {
    /// A page of another site has sent the request.
    static func foreign(_ origin: String) -> Problem {
        Problem(.forbidden, "the request comes from a page of \(origin), which is not this server")
    }
}

/// Says with every answer which pages may load it, so that no other page has it in its process.
struct ResourcePolicyResponder<Responder: HTTPResponder<WebContext>>: HTTPResponder {
    let reads: ForeignReads
    let responder: Responder

    func respond(to request: Request, context: WebContext) async throws -> Response {
        var response = try await responder.respond(to: request, context: context)
        response.headers.append(HTTPField(name: .resourcePolicy, value: reads.policy(of: request.uri.path)))
        return response
    }
}
