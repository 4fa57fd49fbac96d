import Journal
import Messages
import WireJSON
import WorkerEngine

/// A number that can be added to and never goes below zero.
///
/// The params of `counter.add`.
private struct Amount: Message {
    var amount = 0

    mutating func members(_ members: inout Members) {
        members("amount", &amount, .integer(in: -9...9), "What to add.")
    }
}

/// With its state in a class it breaks a rule: what a write has changed stays changed when the write is taken back.
struct CounterService: WorkerService {
    /// What it does wrong.
    enum Fault {
        case none
        /// Memory keeps what a commit that failed has not stored.
        case uncommitted
        /// Memory keeps what a write has changed before it threw.
        case refused
    }

    /// What is kept outside of the state.
    final class Memory {
        var number: Int

        init(_ number: Int) { self.number = number }
    }

    struct Counter {
        var number: Int
        var version: Int
        let memory: Memory
    }

    struct Changed: JSONWritable {
        let delta: Int

        func write(to writer: inout JSONWriter) {
            writer.object { $0.member("delta", delta) }
        }
    }

    let name: ServiceName = "counter"
    let summary = "Counts."
    let openRPC = Array("{}".utf8)
    let initialLevels = [Level(item: "number", quantity: 0, version: 1)]
    let balanceRule: BalanceRule? = BalanceRule(eventType: "counter.changed", delta: "delta")
    var fault = Fault.none

    var methods: [Method<Counter>] {
        [
            Method(
                MethodDefinition("counter.get", .read, for: .read, "The number."),
                body: .read { [fault] _, state, _, result throws(RPCError) in
                    result.integer(fault == .none ? state.number : state.memory.number)
                }
            ),
            Method(
                MethodDefinition("counter.add", .write, for: .order, "Adds to the number."),
                body: .write { [fault] params, state, context, result throws(RPCError) in
                    let amount = try Amount(params: params).amount
                    let number = state.number + amount
                    if fault == .refused { state.memory.number = number }
                    guard number >= 0 else { throw RPCError(.insufficientStock, "the number would be negative") }
                    state.memory.number = number
                    state.number = number
                    state.version += 1
                    context.setLevel(of: "number", quantity: number, version: state.version)
                    context.emit(type: "counter.changed", subject: "number", data: Changed(delta: amount))
                    result.integer(number)
                }
            ),
        ]
    }

    func state(from levels: [Level]) -> Counter {
        let (number, version) = (levels.first?.quantity ?? 0, levels.first?.version ?? 1)
        return Counter(number: number, version: version, memory: Memory(number))
    }
}
