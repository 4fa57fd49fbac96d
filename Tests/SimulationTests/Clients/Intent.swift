import Messages

/// What a client wants done: equal intents with equal keys are the same request.
struct Intent {
    let service: ServiceName
    let method: String
    /// The params as they are sent; `nil` for none.
    let params: [UInt8]?
    var key: String?
    let isWrite: Bool
    /// The time for it, in nanoseconds.
    var timeout = 5 * second
    /// The time until it must have been sent once, in nanoseconds.
    var connectTimeout = second
    /// What the params say, for the judge.
    var meaning = Meaning.none

    enum Meaning {
        case none
        case order(juice: String, quantity: Int)
        case adjust([String: Int])
        case set([String: Int], expected: JuiceStockSetParams.ExpectedVersion?)
        case stock
        case menu
        case pastOrder(id: String)
        case pastOrders(after: String?, limit: Int)
        case replay(after: Int, limit: Int, topics: [String]?)
        case formula(String)
        case exhibit(Int)
    }
}
