internal import HTTPTypes
internal import Hummingbird
internal import Localization

/// The form that a browser without a good token gets instead of a problem, which programs get.
struct LoginForm {
    let renderer: PageRenderer
    let isBehindProxy: Bool

    /// What a person gets who would have got a problem; `nil` where the problem is no matter of a token, or for a program.
    func response(instead problem: Problem, to request: Request) -> Response? {
        guard problem.status == .unauthorized, request.isOfPerson else { return nil }
        let texts = renderer.texts(for: request)
        let isAttempt = SessionPath.has(request.uri.path)
        let hasSession = SessionCookie.isIn(request)
        let next = ReturnPath(of: request)
        var page = LoginPage(next: next).page
        page.status = .unauthorized
        page.address = next.text
        if request.uri.path == SessionPath.link {
            page.notice = .bad(texts["login_link_used"])
        } else if isAttempt {
            page.notice = .bad(texts["login_wrong"])
        } else if hasSession {
            page.notice = .bad(texts["login_ended"])
        }
        var response = renderer.response(page, to: request, in: texts)
        response.headers[.wwwAuthenticate] = problem.response.headers[.wwwAuthenticate]
        if hasSession, !isAttempt {
            // It would be in the way of what needs no session.
            response.headers[values: .setCookie] += [
                SessionCookie(at: RequestOrigin(request, isBehindProxy: isBehindProxy)).end
            ]
        }
        if request.method == .get, !hasSession, Self.isFromElsewhere(request) {
            // A link of another site brings no cookie along, because it is one for this site only. Asked for by this page,
            // the same address comes with it.
            response.headers[.refresh] = "0"
        }
        return response
    }

    private static func isFromElsewhere(_ request: Request) -> Bool {
        ["cross-site", "same-site"].contains(request.headers[.fetchSite])
    }
}

/// The form for a token: a page of its own, and in place of one that the visitor may not see.
struct LoginPage {
    static let path = "/login"

    /// Where the visitor goes on to.
    let next: ReturnPath

    var address: String { Self.path + query }

    private var query: String { "?\(ReturnPath.query)=\(next.text.percentEncoded)" }

    /// The page; it needs no scripts, and none of what the services know.
    var page: Page {
        var page = Page("login", of: "login")
        page.context["action"] = "/session\(query)"
        return page
    }
}
