import DurableWorker

struct Amount: Message {
    var amount = 0
    mutating func members(_ members: inout Members) {
        members("amount", &amount, .integer(in: -1_000...1_000), "What to add; negative takes away.")
    }
}

struct Count: Message {
    var number = 0
    mutating func members(_ members: inout Members) {
        members("number", &number, .integer(in: 0...1_000_000), "The number now.")
    }
}

enum CounterAPI: ServiceAPI {
    static let name: ServiceName = "counter"
    static let summary = "Counts, and never below zero."
    static let version = "1.0.0"

    static let negative = ErrorReason("NEGATIVE", code: 1, status: 409, "the number would be negative")
    static let changed = EventType("counter.changed", "The number has changed.", data: Count.self)

    static let get = ReadMethod("counter.get", "The number.", params: Nothing.self, result: Count.self)
    static let add = WriteMethod(
        "counter.add", "Adds to the number.", params: Amount.self, result: Count.self,
        errors: [negative], events: [changed], example: Amount(amount: 5)
    )
}

@main struct CounterService: DurableService {
    typealias API = CounterAPI
    typealias State = Records<Count>

    var methods: [Method<State>] {
        On(API.get) { _, counts, _ in counts["all"] ?? Count() }
        On(API.add) { params, counts, context in
            var count = counts["all"] ?? Count()
            count.number += params.amount
            guard count.number >= 0 else { throw Refusal(API.negative, "it would be \(count.number)") }
            counts["all"] = count
            context.emit(API.changed, count)
            return count
        }
    }
}
