internal import ArgumentParser
internal import Messages
internal import WorkerClient

/// `gateway juice order`.
struct JuiceOrderCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Order a juice."
    )

    @Argument(help: "Its key, its number on the menu, or its name in Korean or English: mango, 7, 망고, 망고쥬스.")
    var juice: String

    @Argument(help: "How many glasses.")
    var quantity = 1

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let params = JuiceOrderParams(juice: counter.search.juice(juice), quantity: quantity)
            let reply = try await counter.write(JuiceMethod.order.name, params.jsonBytes, key: key.value)
            try counter.showReceipt(reply.result)
            return .ok
        }
    }

    static func lines(_ receipt: JuiceOrderReceipt, _ names: MenuNames, _ texts: Texts) -> [String] {
        let left = receipt.left.map { texts.left(names.fruit($0.fruit, texts.language), $0.quantity) }
        return [
            texts.orderDone(names.juice(receipt.juice, texts.language), quantity: receipt.quantity),
            left.joined(separator: ", "),
            texts.orderNumber(receipt.id.printable, quantity: receipt.quantity),
        ]
    }
}
