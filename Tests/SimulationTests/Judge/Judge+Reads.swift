import Journal
import JuiceDomain
import Messages
import WireJSON

extension Judge {
    /// A read shows the state at the position it names, and no other.
    func judgeRead(_ record: CallRecord, _ result: [UInt8], _ attachments: [[UInt8]], _ meta: ReplyMeta?) {
        guard let root = try? JSONReader().read(result) else { return find("\(record.id) was told no JSON") }
        switch record.intent.meaning {
        case .formula(let formula): judgeFormula(record, formula, root)
        case .keys(let keys): judgeKeys(record, keys, root)
        case .market(let intent): judgeMarketRead(record, intent, result, attachments, meta)
        case .exhibit(let number):
            if root["number"]?.integer != number { find("\(record.id) was told another exhibit than \(number)") }
        case .stock: if let stock = snapshot(record, meta) { judgeStock(record, root, stock) }
        case .menu: if let stock = snapshot(record, meta) { judgeMenu(record, root, stock) }
        case .pastOrder(let id): judgePastOrder(record, id, result, meta)
        case .pastOrders(let after, let limit): judgePastOrders(record, after, limit, root, meta)
        case .replay(let after, let limit, let topics): judgeReplay(record, after, limit, topics, root, meta)
        default: break
        }
    }

    private func snapshot(_ record: CallRecord, _ meta: ReplyMeta?) -> StockSnapshot? {
        guard let epoch = meta?.epoch, let sequence = meta?.sequence, let all = snapshots[epoch], sequence < all.count
        else {
            find("\(record.id) was told of \(meta?.sequence ?? -1), which does not exist")
            return nil
        }
        return all[sequence]
    }

    private func judgeFormula(_ record: CallRecord, _ formula: String, _ root: JSONNode) {
        // Two sums and a product of small numbers, from left to right.
        let parts = formula.split { $0 == "+" || $0 == "*" }.compactMap { Int($0) }
        guard parts.count == 3, root["value"]?.string == String((parts[0] + parts[1]) * parts[2]) else {
            return find("\(record.id) was told a wrong value of \(formula)")
        }
    }

    private func judgeKeys(_ record: CallRecord, _ keys: [String], _ root: JSONNode) {
        let text = keys.dropLast().joined()
        guard let sign = text.firstIndex(where: { "+−×".contains($0) }), let left = Int(text[..<sign]),
            let right = Int(text[text.index(after: sign)...])
        else { return find("\(record.id) pressed no two numbers") }
        let value = text[sign] == "+" ? left + right : text[sign] == "×" ? left * right : left - right
        if root["state"]?["typed"]?.string.flatMap({ Int($0) }) != value {
            find("\(record.id) was told a wrong value of \(text)")
        }
    }

    /// Answers that depend on nothing but the request are the same whenever it is asked.
    func judgeConstants() {
        var known: [[UInt8]: (id: String, result: [UInt8])] = [:]
        for record in ledger.records {
            guard case .constant = record.intent.meaning, case .ok(let result, _, _) = record.outcome else { continue }
            let key = Array(record.intent.method.utf8) + (record.intent.params ?? [])
            if let first = known[key], first.result != result { find("\(record.id) was told another than \(first.id)") }
            known[key] = known[key] ?? (record.id, result)
        }
    }

    private func judgeStock(_ record: CallRecord, _ root: JSONNode, _ stock: StockSnapshot) {
        var told = StockSnapshot()
        for fruit in root["fruits"]?.elements.map({ $0 }) ?? [] {
            guard let name = fruit["fruit"]?.string, let quantity = fruit["quantity"]?.integer,
                let version = fruit["version"]?.integer
            else { return find("\(record.id) was told no level") }
            told[name] = StockSnapshot.Level(quantity: quantity, version: version)
        }
        if told != stock || root["version"]?.integer != stock.version {
            find("\(record.id) was told \(told) where \(stock) is true")
        }
    }

    private func judgeMenu(_ record: CallRecord, _ root: JSONNode, _ stock: StockSnapshot) {
        let told = root["juices"]?.elements.map { $0["makeable"]?.integer } ?? []
        let expected = Menu.builtInJuices.map { stock.makeable($0) }
        if told != expected { find("\(record.id) was told \(told) can be made where \(expected) is true") }
    }

    private func judgePastOrder(_ record: CallRecord, _ id: String, _ result: [UInt8], _ meta: ReplyMeta?) {
        let row = meta?.epoch.flatMap { juice[$0] }?.rows.first { String($0.number) == id }
        if row?.method != JuiceMethod.order.name || row?.result != result {
            find("\(record.id) was told an order \(id) that is not in the store")
        }
    }

    private func judgePastOrders(
        _ record: CallRecord,
        _ after: String?,
        _ limit: Int,
        _ root: JSONNode,
        _ meta: ReplyMeta?
    ) {
        // Pruned orders are no longer listed, and nobody remembers when they went.
        guard !prunes, let epoch = meta?.epoch, let sequence = meta?.sequence else { return }
        let before = after.flatMap { Int($0) } ?? Int.max
        let orders = (juice[epoch]?.rows ?? []).filter {
            $0.method == JuiceMethod.order.name && $0.number < before && $0.sequence <= sequence
        }
        let expected = orders.reversed().prefix(limit).map(\.result)
        let told = root["orders"]?.elements.map { $0.jsonBytes } ?? []
        if told != expected { find("\(record.id) was told \(told.count) orders that are not those at \(sequence)") }
        if (root["next"] != nil) != (orders.count > limit) { find("\(record.id) was told wrongly if there is more") }
    }

    private func judgeReplay(
        _ record: CallRecord,
        _ after: Int,
        _ limit: Int,
        _ topics: [String]?,
        _ root: JSONNode,
        _ meta: ReplyMeta?
    ) {
        guard let page = EventsReplayResult(root), let epoch = meta?.epoch, let sequence = meta?.sequence else {
            return find("\(record.id) was told no page")
        }
        let service = record.service
        let all = (history(of: service)[epoch]?.rows ?? []).flatMap(\.events).filter { event in
            let topic = EventTopic.topic(type: event.type, subject: event.subject)
            return event.sequence > after && event.sequence <= page.next
                && topics.map { $0.contains { topic.hasPrefix($0) } } ?? true
        }
        let expected = all.map { event in Self.json(event, epoch, source: "/\(service.rawValue)-service") }
        if page.events.map(\.json) != expected { find("\(record.id) was told other events than those after \(after)") }
        if page.events.count > limit { find("\(record.id) was told more than \(limit) events") }
        if page.isComplete != (page.next >= sequence) { find("\(record.id) was told wrongly if that is all") }
        if !page.isComplete, page.next <= after, page.events.isEmpty { find("\(record.id) cannot go on") }
    }

    /// The event as every subscriber must see it.
    static func json(_ event: EventRecord, _ epoch: String, source: String = "/juice-service") -> [UInt8] {
        var writer = JSONWriter()
        CloudEvent.write(event, source: source, epoch: epoch, to: &writer)
        return writer.bytes
    }
}
