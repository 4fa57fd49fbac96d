import Journal
import Messages
import WireJSON
import WorkerEngine

/// The smallest service there can be: one number that can be added to and never goes below zero.
struct CounterService: WorkerService {
    private struct Amount: Message {
        var amount = 0

        mutating func members(_ members: inout Members) {
            members("amount", &amount, .integer(in: -1_000...1_000), "How many to add.")
        }
    }

    struct Counter {
        var number: Int
        var version: Int
    }

    let name: ServiceName = "counter"
    let summary = "Counts."
    let eventTypes = [StockChanged.type]
    let openRPC = Array("{}".utf8)
    let initialLevels = [Level(item: "number", quantity: 0, version: 1)]
    let balanceRule: BalanceRule? = BalanceRule(eventType: StockChanged.type, delta: "delta")

    var methods: [Method<Counter>] {
        [
            Method(
                "counter.get",
                "The number.",
                .read { _, state, _, result throws(RPCError) in
                    result.integer(state.number)
                }
            ),
            Method(
                "counter.entries",
                "How many writes are durable.",
                .readCommitted { _, _, context, result throws(RPCError) in
                    result.integer(try context.readingJournal { $0.lastEntry })
                }
            ),
            Method(
                "counter.add",
                "Adds to the number; an event says so unless nothing was added.",
                .write { params, state, context, result throws(RPCError) in
                    let amount = try Amount(params: params).amount
                    guard state.number + amount >= 0 else {
                        throw RPCError(.insufficientStock, "the number would be negative")
                    }
                    guard amount != 0 else { return result.integer(state.number) }
                    let change = StockChanged(
                        fruit: "number",
                        previous: state.number,
                        quantity: state.number + amount,
                        version: state.version + 1,
                        cause: .adjust,
                        ref: context.id
                    )
                    state = Counter(number: change.quantity, version: change.version)
                    context.setLevel(of: "number", quantity: change.quantity, version: change.version)
                    context.emit(type: StockChanged.type, subject: "number", data: change)
                    result.integer(state.number)
                }
            ),
        ]
    }

    func state(from levels: [Level]) -> Counter {
        Counter(number: levels.first?.quantity ?? 0, version: levels.first?.version ?? 1)
    }
}
