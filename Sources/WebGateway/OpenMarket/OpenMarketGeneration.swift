/// Which generation of the open-market API a client was written against.
enum OpenMarketGeneration: Int, Sendable {
    case second = 2
    case third = 3

    /// What stands before every path of the second, for clients that can change nothing but their base URL.
    static let secondBase = "/v2"

    /// - Parameter base: What stood before the path.
    init(base: String) {
        self = base == Self.secondBase ? .second : .third
    }

    /// A time of the market as clients read one, without a zone: the second generation has hundredths.
    func date(_ text: String) -> String {
        let local = MarketTime.local(text)
        return self == .second ? local + ".00" : local
    }
}
