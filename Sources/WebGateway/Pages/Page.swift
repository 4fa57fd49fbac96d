internal import HTTPTypes
internal import Localization

/// One page before it is rendered: a template and what is in it.
struct Page {
    /// A remark above everything else of the page.
    enum Notice {
        case ok(String)
        case warning(String)
        case bad(String)
    }

    let template: String
    /// The part of the site that it belongs to.
    let section: String
    var status = HTTPResponse.Status.ok
    /// What the template takes, by name.
    var context: [String: Any] = [:]
    /// What the scripts take: members of one JSON object, each a JSON value.
    var data: [(name: String, json: [UInt8])] = []
    /// Where the streams stood when the page was made.
    var positions: [StreamPosition] = []
    var notice: Notice?
    /// Where the page is in another language; `nil` for the address that was asked for.
    var address: String?

    init(_ template: String, of section: String) {
        (self.template, self.section) = (template, section)
    }

    /// Shows what keeps a form from having been done.
    mutating func refuse(_ problem: Problem, in texts: TextTable) {
        status = problem.status
        switch problem.status {
        case .unauthorized, .forbidden: notice = .bad(texts["js_denied"])
        case .serviceUnavailable: notice = .bad(texts["js_away"])
        // Details are English.
        default: notice = .bad(texts.language == .english ? problem.detail : texts["js_failed"])
        }
    }
}
