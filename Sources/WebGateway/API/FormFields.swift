internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// Names and values as `application/x-www-form-urlencoded` has them: the query of an address, or a form that a browser sends
/// without scripts.
///
/// A plus is a blank, `%2B` a plus (WHATWG URL, 5.1). Unlike there, nothing is guessed: a percent sign that begins no escape, and
/// bytes that are no UTF-8, are refused.
struct FormFields: Sendable {
    private static let largestBody = 65_536
    private static let type = "application/x-www-form-urlencoded"
    /// What the parser of heads puts in the place of bytes that are no UTF-8.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    /// No fields.
    static let none = FormFields(all: [])

    /// In the order in which they came.
    let all: [(name: String, value: String)]

    private init(all: [(name: String, value: String)]) { self.all = all }

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
        guard !query.unicodeScalars.contains(Self.replacement) else { throw Self.noText(query, of: "query") }
        try self.init(reading: Array(query.utf8), of: "query")
    }

    private init(reading bytes: [UInt8], of place: String) throws(Problem) {
        all = try bytes.split(separator: UInt8(ascii: "&")).map { field throws(Problem) in
            let end = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            let value = end < field.endIndex ? field[field.index(after: end)...] : []
            return (try Self.decoded(field[..<end], of: place), try Self.decoded(value, of: place))
        }
    }

    /// Whether a request says that its body is one.
    static func isForm(_ request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix(type) == true
    }

    /// Whether there is a field of a name.
    func has(_ name: String) -> Bool { all.contains { $0.name == name } }

    /// The first value of a name; `nil` when there is none.
    func first(_ name: String) -> String? { all.first { $0.name == name }?.value }

    /// The first value of a name; empty when there is none.
    subscript(_ name: String) -> String { first(name) ?? "" }

    /// The value of a name as a number.
    func number(_ name: String) -> Int? { Int(self[name]) }

    private static func decoded(_ text: ArraySlice<UInt8>, of place: String) throws(Problem) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let escaped = rest.popEscapedByte() else {
                    let found = String(decoding: text, as: UTF8.self)
                    let detail = "the \(place) has \(found), where % is not followed by two hexadecimal digits"
                    throw Problem(.badRequest, detail)
                }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw noText(String(decoding: text, as: UTF8.self), of: place)
        }
        return decoded
    }

    private static func noText(_ found: String, of place: String) -> Problem {
        Problem(.badRequest, "the \(place) has \(found), which is no text in UTF-8")
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
