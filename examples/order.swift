import DurableWorkerClient

/// Orders a juice, and does it once whatever happens on the way: `order mango`. Says what comes of it, and shows one event.
@main enum Order {
    static let order = WriteMethod("juice.order", "Orders.", params: Wish.self, result: Receipt.self)

    static func main() async throws {
        let juice = CommandLine.arguments.dropFirst().first ?? "mango"
        try await ServiceClient.with(.configured("juice")) { service in
            try await service.withEvents { signals in
                var isDone = false
                for await signal in signals {
                    switch signal {
                    case .live where !isDone:
                        // From here on no event is missed. A lost answer is asked for again, under the same key.
                        do {
                            let receipt = try await service.call(order, Wish(juice: juice))
                            print("order \(receipt.id): \(receipt.quantity) \(receipt.juice)")
                        } catch let refusal as Refusal {
                            return print("refused: \(refusal)")
                        }
                        isDone = true
                    case .event(let event):
                        return print("event \(event.sequence): \(event.type) \(event.subject)")
                    case .live, .cut, .stale, .notAdmitted: continue
                    }
                }
            }
        }
    }
}

struct Wish: Message {
    var juice = ""

    init() {}
    init(juice: String) { self.juice = juice }

    mutating func members(_ members: inout Members) {
        members("juice", &juice, .text(bytes: 1...32), "The key of a juice.")
    }
}

/// What this program wants to know of an order; what else the service says is passed over.
struct Receipt: Message {
    var id = ""
    var juice = ""
    var quantity = 0

    mutating func members(_ members: inout Members) {
        members("id", &id, .text(bytes: 1...32), "Unique for ever.")
        members("juice", &juice, .text(bytes: 1...32), "The key of a juice.")
        members("quantity", &quantity, .integer(in: 1...1_000), "How many.")
    }
}
