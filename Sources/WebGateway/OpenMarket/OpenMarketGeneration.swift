internal import HTTPTypes

/// Which generation of the open-market API a client was written against.
enum OpenMarketGeneration: Int, Sendable {
    case second = 2
    case third = 3

    /// What stands before every path of the second, for clients that can change nothing but their base URL.
    static let secondBase = "/v2"

    /// - Parameters:
    ///   - base: What stood before the path.
    ///   - headers: The request's; `Accept-Version` says it too.
    init(base: String, _ headers: HTTPFields) {
        self = base == Self.secondBase || headers[.acceptVersion] == "2" ? .second : .third
    }

    /// The member that holds a product's description.
    var descriptionMember: String { self == .second ? "descriptions" : "description" }

    /// A date: the second generation has hundredths.
    func date(_ text: String) -> String { self == .second ? text + ".00" : text }
}
