internal import Hummingbird
internal import HummingbirdCore

/// Where a visitor goes on to after a log-in: a path of this site, whatever the address says that they came by.
struct ReturnPath: Sendable, Hashable {
    /// The query of `POST /session`, and of the page that leads there, that has it.
    static let query = "next"
    static let first = ReturnPath("/")

    /// The path with its query.
    let text: String

    /// What a browser could take for another site becomes the first page: it reads `//host`, and also `/\host`, as one, and
    /// leaves out tabs and line ends before it reads.
    init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }
        self.text = isPlain && text.hasPrefix("/") && !text.hasPrefix("//") ? text : "/"
    }

    /// Where the visitor was going who has sent a request without a good token, or with one that does not do.
    init(of request: Request) {
        if SessionPath.has(request.uri.path) || request.uri.path == LoginPage.path {
            self.init((try? request.query)?.first(Self.query) ?? "/")
        } else if request.method == .get {
            self.init(request.uri.string)
        } else {
            // A form goes to an address that is no page; of what the browser says that it comes from, only the path counts.
            let page = URI(request.headers[.referer] ?? "/")
            self.init(page.path + (page.query.map { "?\($0)" } ?? ""))
        }
    }
}
