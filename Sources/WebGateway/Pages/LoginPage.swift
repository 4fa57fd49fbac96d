/// The form for a token: a page of its own, and in place of one that the visitor may not see.
struct LoginPage {
    static let path = "/login"

    /// Where the visitor goes on to.
    let next: ReturnPath

    /// The address of the page.
    var address: String { Self.path + query }

    private var query: String { "?\(ReturnPath.query)=\(next.text.percentEncoded)" }

    /// The page; it needs no scripts, and none of what the services know.
    var page: Page {
        var page = Page("login", of: "login")
        page.context["action"] = "/session\(query)"
        return page
    }
}
