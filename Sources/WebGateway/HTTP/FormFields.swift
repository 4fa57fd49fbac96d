internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import WireJSON

/// Names and values of an ``URLEncodedText``: the query of an address, or a form that a browser sends without scripts.
struct FormFields: Sendable {
    private static let largestBody = 65_536
    private static let type = "application/x-www-form-urlencoded"
    /// What the parser of heads puts in the place of bytes that are no UTF-8.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    static let none = FormFields(all: [])

    /// In the order in which they came.
    let all: [URLEncodedText.Field]

    private init(all: [URLEncodedText.Field]) { self.all = all }

    /// Reads the body of a request.
    ///
    /// - Parameter most: The bytes that it may have.
    /// - Throws: ``Problem`` when it is no form, `HTTPError` when it is larger.
    init(of request: Request, upTo most: Int = largestBody) async throws {
        guard Self.isForm(request) else {
            throw Problem(.unsupportedMediaType, "the body has to be a form")
        }
        let body = try await request.body.collect(upTo: most)
        try self.init(reading: Array(body.readableBytesView), of: "form")
    }

    /// Reads the query of an address.
    ///
    /// - Throws: ``Problem`` when it is malformed.
    init(query uri: URI) throws(Problem) {
        guard let query = uri.query else {
            self = .none
            return
        }
        guard !query.unicodeScalars.contains(Self.replacement) else {
            throw Problem(
                .badRequest,
                URLEncodedText.Malformed(query.utf8, is: URLEncodedText.isNoText, of: "query").detail
            )
        }
        try self.init(reading: Array(query.utf8), of: "query")
    }

    private init(reading bytes: [UInt8], of place: String) throws(Problem) {
        do throws(URLEncodedText.Malformed) {
            all = try URLEncodedText.fields(in: bytes, of: place)
        } catch {
            throw Problem(.badRequest, error.detail)
        }
    }

    /// Whether a request says that its body is one.
    static func isForm(_ request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix(type) == true
    }

    func has(_ name: String) -> Bool { all.contains { $0.name == name } }

    /// The first value of a name; `nil` when there is none.
    func first(_ name: String) -> String? { all.first { $0.name == name }?.value }

    /// The first value of a name; empty when there is none.
    subscript(_ name: String) -> String { first(name) ?? "" }

    func number(_ name: String) -> Int? { Int(self[name]) }

    /// Writes a member of params; what is no number is for the service to refuse.
    func writeNumber(_ name: StaticString, to writer: inout JSONWriter) {
        let text = self[name.description]
        if let number = Int(text) { writer.member(name, number) } else { writer.member(name, text) }
    }
}

extension Request {
    /// The names and values of the query.
    ///
    /// A route takes the names that it knows; of a name that is there more than once, the first counts where the route does not
    /// refuse it.
    var query: FormFields {
        get throws(Problem) { try FormFields(query: uri) }
    }
}
