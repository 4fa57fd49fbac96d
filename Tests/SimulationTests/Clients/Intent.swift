import Messages
import SimulatedWorker

/// What a client wants done: equal intents with equal keys are the same request.
struct Intent {
    let service: ServiceName
    let method: String
    /// The params as they are sent; `nil` for none.
    let params: [UInt8]?
    /// The frames behind the request.
    var attachments: [[UInt8]] = []
    var key: String?
    let isWrite: Bool
    /// The time for it, in nanoseconds.
    var timeout = 5 * second
    /// The time until it must have been sent once, in nanoseconds.
    var connectTimeout = second
    /// What the params say, for the judge.
    var meaning = Meaning.none

    static func read(_ service: ServiceName, _ method: MethodDefinition, _ params: [UInt8]?, _ meaning: Meaning)
        -> Intent
    {
        Intent(service: service, method: method.name, params: params, isWrite: false, meaning: meaning)
    }

    static func write(_ service: ServiceName, _ method: MethodDefinition, _ params: [UInt8], _ meaning: Meaning)
        -> Intent
    {
        Intent(service: service, method: method.name, params: params, isWrite: true, meaning: meaning)
    }

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
        case keys([String])
        case exhibit(Int)
        /// An answer that is the same whenever it is asked for.
        case constant
        case market(MarketIntent)
    }
}
