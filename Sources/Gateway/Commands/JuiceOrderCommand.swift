internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import WorkerClient

/// `gateway juice order`.
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

/// `gateway juice orders`.
struct JuiceOrdersCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "Show past orders, newest first, or one of them."
    )

    @Argument(help: "The id of one order. Without it, a page of orders is shown.")
    var id: String?

    @Option(help: "The number of rows to show, 1 to 100.")
    var limit = 20

    @Option(help: ArgumentHelp("The cursor that the previous page ended with.", valueName: "cursor"))
    var after: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if id != nil, after != nil {
            throw UsageError("an id shows one order and --after a page: give only one of them")
        }
    }

    func run(in session: Session) async throws -> ExitReason {
        try await JuiceCounter.open(session) { counter in
            let method = id == nil ? JuiceMethod.orderList.name : JuiceMethod.orderGet.name
            let params = id.map { JuiceOrderGetParams(id: $0).jsonBytes }
            let page = JuiceOrderListParams(after: after, limit: limit).jsonBytes
            let reply = try await counter.read(method, with: params ?? page)
            if session.settings.isJSON {
                try session.output.write(bytes: reply.result)
                return .ok
            }
            if id != nil {
                let order = try counter.caller.decode(reply, of: method) { JuiceOrderReceipt($0) }
                try session.output.write(Self.table(of: [order], names: counter.names, in: session.texts))
                return .ok
            }
            let orders = try counter.caller.decode(reply, of: method) { JuiceOrderPage($0) }
            if orders.orders.isEmpty {
                session.output.note(session.texts["no_orders"])
            } else {
                try session.output.write(Self.table(of: orders.orders, names: counter.names, in: session.texts))
            }
            if let next = orders.next { session.output.note(session.more(setting: "--after", to: next)) }
            return .ok
        }
    }

    static func table(of orders: [JuiceOrderReceipt], names: MenuNames, in texts: Texts) -> Table {
        var table = texts.table(
            dropping: [4, 1],
            ("order", .right),
            ("time", .whole),
            ("quantity", .right),
            ("juice", .left),
            ("recipe", .left)
        )
        for order in orders {
            table.add(
                .init(order.id),
                .init(LocalTime.dateAndTime(order.time)),
                .init("\(order.quantity)"),
                .init(names.juice(order.juice, in: texts.language)),
                .init(names.recipe(order.used, in: texts.language))
            )
        }
        return table
    }
}
