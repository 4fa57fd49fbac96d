import JuiceDomain
import Messages
import WireJSON

extension Judge {
    /// Adds up the changes: each begins where the one before ended, none goes below zero, versions count them.
    ///
    /// - Returns: The stock at each position, from 0.
    func foldStock(_ epoch: String) -> [StockSnapshot] {
        var stock = StockSnapshot()
        var snapshots = [stock]
        for row in juice[epoch]?.rows ?? [] {
            for event in row.events {
                guard let change = (try? JSONReader().read(event.data)).flatMap({ StockChanged($0) }),
                    let level = stock[change.fruit], change.fruit == event.subject
                else {
                    find("juice \(epoch): event \(event.sequence) is no change of a fruit")
                    continue
                }
                if change.previous != level.quantity || change.version != level.version + 1 || change.quantity < 0 {
                    find("juice \(epoch): event \(event.sequence) does not follow from \(level)")
                }
                if change.ref != String(row.number) {
                    find("juice \(epoch): event \(event.sequence) refers to \(change.ref)")
                }
                stock[change.fruit] = StockSnapshot.Level(quantity: change.quantity, version: change.version)
                snapshots.append(stock)
            }
        }
        return snapshots
    }

    /// Every row is one request of a client, done once and as asked.
    func judgeEffects(_ epoch: String) {
        var rowOfID: [String: Int] = [:]
        var rowOfKey: [String: Int] = [:]
        var before = StockSnapshot()
        for row in juice[epoch]?.rows ?? [] {
            let after = snapshots[epoch].flatMap { row.sequence < $0.count ? $0[row.sequence] : nil } ?? before
            defer { before = after }
            if let key = row.key, let other = rowOfKey.updateValue(row.number, forKey: key) {
                find("juice \(epoch): rows \(other) and \(row.number) have one key")
            }
            guard let id = row.causationID, let record = recordOfID[id].map({ ledger.records[$0] }) else {
                find("juice \(epoch): nobody asked for row \(row.number)")
                continue
            }
            if let other = rowOfID.updateValue(row.number, forKey: id) {
                find("juice \(epoch): rows \(other) and \(row.number) are both \(id)")
            }
            let intent = record.intent
            if row.method != intent.method || row.key != intent.key {
                find("juice \(epoch): row \(row.number) is \(row.method) under \(row.key ?? "none"), not what \(id) is")
            }
            judgeEffect(row, intent, before: before, after: after)
        }
        judgeKeys(epoch, rowOfKey)
    }

    /// Per key one effect, also where a row was stored without it.
    private func judgeKeys(_ epoch: String, _ rowOfKey: [String: Int]) {
        var rows: [String: Int] = [:]
        for row in juice[epoch]?.rows ?? [] {
            guard let id = row.causationID, let record = recordOfID[id],
                let key = ledger.records[record].intent.key
            else { continue }
            if let other = rows.updateValue(row.number, forKey: key) {
                find("juice \(epoch): the key \(key) was carried out as rows \(other) and \(row.number)")
            }
        }
    }

    private func judgeEffect(_ row: JournalRow, _ intent: Intent, before: StockSnapshot, after: StockSnapshot) {
        var expected = before
        func set(_ fruit: String, _ quantity: Int) {
            guard let level = expected[fruit], level.quantity != quantity else { return }
            expected[fruit] = StockSnapshot.Level(quantity: quantity, version: level.version + 1)
        }
        switch intent.meaning {
        case .order(let juice, let quantity):
            for line in Menu.builtInJuices.first(where: { $0.key == juice })?.recipe ?? [] {
                set(line.fruit, (expected[line.fruit]?.quantity ?? 0) - line.quantity * quantity)
            }
        case .adjust(let changes):
            for (fruit, delta) in changes { set(fruit, (expected[fruit]?.quantity ?? 0) + delta) }
        case .set(let levels, let version):
            for (fruit, quantity) in levels { set(fruit, quantity) }
            let holds =
                switch version {
                case nil: true
                case .stock(let number): number == before.version
                case .fruits(let numbers): numbers.allSatisfy { before[$0.key]?.version == $0.value }
                }
            if !holds { find("row \(row.number) was set although the version had changed") }
        default:
            find("row \(row.number) is no write")
        }
        if after != expected { find("row \(row.number) left \(after), not \(expected)") }
    }

    /// An ok of a write: it is in the store, once, with this very result, and is what was asked for.
    func judgeAcknowledged(_ record: CallRecord, _ result: [UInt8], _ meta: ReplyMeta?) {
        guard let meta, let epoch = meta.epoch, let rows = juice[epoch]?.rows else {
            return find("\(record.id) was answered from nowhere")
        }
        let found = rows.filter { row in
            record.intent.key.map { row.key == $0 } ?? (row.causationID == record.id)
        }
        guard let row = found.first, found.count == 1 else {
            return find("\(record.id) was told ok at \(epoch)/\(meta.sequence ?? 0), and is there \(found.count) times")
        }
        if row.result != result { find("\(record.id) was told another result than row \(row.number) has") }
        if !row.events.isEmpty, meta.sequence != row.sequence {
            find("\(record.id) was told \(meta.sequence ?? 0), but row \(row.number) ends at \(row.sequence)")
        }
        guard let id = row.causationID, let cause = recordOfID[id].map({ ledger.records[$0].intent }) else { return }
        if cause.method != record.intent.method || cause.params != record.intent.params {
            find("\(record.id) was told the result of \(id), which is another request")
        }
        if id != record.id, !meta.isReplayed { find("\(record.id) was told the result of \(id) as its own") }
    }
}
