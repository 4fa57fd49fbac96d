internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The fields of a form as a browser sends it without scripts: `application/x-www-form-urlencoded`.
struct FormFields: Sendable {
    private static let largestBody = 65_536
    private static let type = "application/x-www-form-urlencoded"

    /// In the order of the form.
    let all: [(name: String, value: String)]

    /// Reads the body of a request.
    ///
    /// - Parameter most: The bytes that it may have.
    /// - Throws: ``Problem`` when it is no form, `HTTPError` when it is larger.
    init(of request: Request, upTo most: Int = largestBody) async throws {
        guard Self.isForm(request) else {
            throw Problem(.unsupportedMediaType, "the body has to be a form")
        }
        let body = try await request.body.collect(upTo: most)
        self.init(reading: Array(body.readableBytesView))
    }

    /// Reads fields; what is no UTF-8 becomes U+FFFD.
    init(reading bytes: [UInt8]) {
        all = bytes.split(separator: UInt8(ascii: "&")).map { field in
            let end = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            let value = end < field.endIndex ? field[field.index(after: end)...] : []
            return (Self.decoded(field[..<end]), Self.decoded(value))
        }
    }

    /// Whether a request says that its body is one.
    static func isForm(_ request: Request) -> Bool {
        request.headers[.contentType]?.lowercased().hasPrefix(type) == true
    }

    /// Whether there is a field of a name.
    func has(_ name: String) -> Bool { all.contains { $0.name == name } }

    /// The first value of a name; empty when there is none.
    subscript(_ name: String) -> String { all.first { $0.name == name }?.value ?? "" }

    /// The value of a name as a number.
    func number(_ name: String) -> Int? { Int(self[name]) }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            // What is no escape stands for itself.
            case UInt8(ascii: "%"): bytes.append(rest.popEscapedByte() ?? byte)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
