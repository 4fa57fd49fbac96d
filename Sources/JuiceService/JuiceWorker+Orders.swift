import Journal
import JuiceDomain
import Messages
import WireJSON
import WorkerEngine

extension JuiceWorker {
    static func order(
        _ params: JSONNode?,
        shop: inout JuiceShop,
        context: inout WriteContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let order = try JuiceOrderParams(order: params)
        let changes: [StockChange]
        do {
            changes = try shop.order(order.juice, quantity: order.quantity)
        } catch {
            throw RPCError(error, in: shop, param: "quantity")
        }
        record(changes, cause: .order, menu: shop.menu, in: &context)
        context.isListed = true
        JuiceOrderReceipt.write(
            id: context.id,
            juice: order.juice,
            quantity: order.quantity,
            lines: changes.map { change in
                JuiceOrderReceipt.Line(
                    fruit: shop.menu.fruits[change.fruit].key,
                    used: -change.delta,
                    left: change.quantity,
                    version: change.version
                )
            },
            time: context.time,
            to: &result
        )
    }

    static func orderGet(
        _ params: JSONNode?,
        shop: JuiceShop,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let id = try JuiceOrderGetParams(params: params).id
        // The stored result of the write is the receipt.
        guard let number = orderNumber(id),
            let entry = try context.readingJournal({ journal throws(StorageError) in try journal.entry(number) }),
            entry.method == JuiceMethod.order.name
        else {
            throw RPCError(.unknownOrder, "there is no order \"\(id)\"")
        }
        result.raw(entry.result)
    }

    static func orderList(
        _ params: JSONNode?,
        shop: JuiceShop,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let list = try JuiceOrderListParams(params: params)
        var before: Int?
        if let cursor = list.after {
            guard let number = orderNumber(cursor) else {
                throw RPCError(violations: [
                    Violation(path: ["after"], reason: .unknown, detail: "after must be the next of an earlier page")
                ])
            }
            before = number
        }
        // One more than asked for tells whether there is a next page.
        let entries = try context.readingJournal { journal throws(StorageError) in
            try journal.entries(of: JuiceMethod.order.name, before: before, limit: list.limit + 1)
        }
        result.beginObject()
        result.name("orders")
        result.beginArray()
        for entry in entries.prefix(list.limit) { result.raw(entry.result) }
        result.endArray()
        if entries.count > list.limit {
            result.member("next", String(entries[list.limit - 1].number))
        }
        result.endObject()
    }

    /// The journal's number behind an order's id.
    ///
    /// Only the text that was given out counts: `017` is no order.
    private static func orderNumber(_ id: String) -> Int? {
        guard let number = Int(id), number > 0, String(number) == id else { return nil }
        return number
    }

    static func record(
        _ changes: [StockChange],
        cause: StockChanged.Cause,
        menu: Menu,
        in context: inout WriteContext
    ) {
        for change in changes {
            let fruit = menu.fruits[change.fruit].key
            context.setLevel(of: fruit, quantity: change.quantity, version: change.version)
            context.emit(
                type: StockChanged.type,
                subject: fruit,
                data: StockChanged(
                    fruit: fruit,
                    previous: change.previous,
                    quantity: change.quantity,
                    version: change.version,
                    cause: cause,
                    ref: context.id
                )
            )
        }
    }
}
