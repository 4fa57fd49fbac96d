internal import ArgumentParser
internal import Messages
internal import Platform
internal import Terminal
internal import WorkerClient

struct JuiceOrderCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Order a juice."
    )

    @Argument(
        help: "The juice: its key, its number on the menu, or its name in Korean or English, such as mango, 7 or 망고.",
        completion: Completions.juices
    )
    var juice: String

    @Argument(help: "The number of glasses.")
    var quantity = 1

    @OptionGroup var key: KeyOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let params = JuiceOrderParams(juice: counter.search.juice(juice), quantity: quantity)
            let reply = try await counter.write(JuiceMethod.order.name, with: params.jsonBytes, key: key.value)
            try counter.showReceipt(reply.result)
            return .ok
        }
    }
}

struct JuiceOrdersCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "Show past orders, newest first, or one of them."
    )

    @Argument(help: "The id of one order. Without it, a page of orders is shown.")
    var id: String?

    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if id != nil, page.after != nil {
            throw UsageError("an id shows one order and --after a page: give only one of them")
        }
    }

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let table = { Self.table(of: $0, names: counter.names, in: session.texts) }
            if let id {
                let params = JuiceOrderGetParams(id: id).jsonBytes
                try await counter.showResult(of: JuiceMethod.orderGet.name, params, as: { JuiceOrderReceipt($0) }) {
                    try session.output.write(table([$0]))
                }
            } else {
                let params = JuiceOrderListParams(after: page.after, limit: page.limit).jsonBytes
                try await counter.showResult(of: JuiceMethod.orderList.name, params, as: { JuiceOrderPage($0) }) {
                    try session.showPage($0.orders, next: $0.next, none: "no_orders", as: table)
                }
            }
            return .ok
        }
    }

    static func table(of orders: [JuiceOrderReceipt], names: MenuNames, in texts: Texts) -> Table {
        texts.table(
            of: orders,
            dropping: [4, 1],
            .init("order", .right) { .init($0.id) },
            .init("time", .whole) { .init(LocalTime.dateAndTime($0.time)) },
            .init("quantity", .right) { "\($0.quantity)" },
            .init("juice", .left) { .init(names.juice($0.juice, in: texts.language)) },
            .init("recipe", .left) { .init(names.recipe($0.used, in: texts.language)) }
        )
    }
}
