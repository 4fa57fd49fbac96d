internal import HTTPTypes

/// The form for a token, in place of a page that nobody sees without one.
struct LoginPage {
    /// Where the visitor was going.
    let next: ReturnPath

    /// The page; it needs no scripts, and none of what the services know.
    var page: Page {
        var page = Page("login", of: "login")
        page.status = .unauthorized
        page.address = next.text
        page.context["action"] = "/session?\(ReturnPath.query)=\(next.text.percentEncoded)"
        return page
    }
}
