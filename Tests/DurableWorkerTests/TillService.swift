import DurableWorker
import Messages

struct Amount: Message {
    var amount = 1
    var note: String?

    init() {}
    init(amount: Int) { self.amount = amount }

    mutating func members(_ members: inout Members) {
        members("amount", &amount, .integer(in: 1...1_000), "How much.")
        members("note", &note, .text(bytes: 1...20), "What for.")
    }
}

struct Balance: Message {
    var total = 0

    init() {}
    init(total: Int) { self.total = total }

    mutating func members(_ members: inout Members) {
        members("total", &total, .integer(in: 0...1_000_000), "What is in it.")
    }
}

enum TillAPI: ServiceAPI {
    static let name: ServiceName = "till"
    static let summary = "Keeps money."
    static let version = "1.2.3"
    static let empty = ErrorReason("TILL_EMPTY", code: 1, status: 409, isFinal: true, "there is not enough")
    static let changed = EventType("till.changed", "The balance has changed.", data: Balance.self)
    static let get = ReadMethod("till.get", "The balance.", params: Nothing.self, result: Balance.self)
    static let take = WriteMethod(
        "till.take",
        "Takes money.",
        params: Amount.self,
        result: Balance.self,
        errors: [empty],
        events: [changed],
        example: Amount(amount: 5)
    )
    static let fill = WriteMethod(
        "till.fill",
        "Adds money that was counted.",
        params: Nothing.self,
        result: Balance.self,
        for: .operate,
        events: [changed]
    )
}

/// A service with what most have: a read, a write, a job, an event and an error.
struct Till: DurableService {
    struct Broken: Error {}
    typealias API = TillAPI
    typealias State = Records<Balance>

    var methods: [DurableWorker.Method<State>] {
        On(API.get) { _, balances, _ in balances["won"] ?? Balance() }
        On(API.take) { params, balances, context in
            var balance = balances["won"] ?? Balance()
            balance.total -= params.amount
            balances["won"] = balance
            context.emit(API.changed, of: "won", balance)
            // Too late on purpose: what was changed has to be taken back.
            guard balance.total >= 0 else { throw Refusal(API.empty, "there are \(balance.total + params.amount)") }
            if params.amount == 13 { throw Broken() }
            return balance
        }
        On(job: API.fill) { _, frames, _, _ in
            guard let frame = frames.first else { throw Refusal(API.empty, "an undeclared error of this method") }
            return Job(.computing, byteCount: frame.count) {
                let sum = frame.reduce(0) { $0 + Int($1) }
                return { balances, context in
                    let balance = Balance(total: (balances["won"]?.total ?? 0) + sum)
                    balances["won"] = balance
                    context.emit(API.changed, of: "won", balance)
                    return balance
                }
            }
        }
    }
}
