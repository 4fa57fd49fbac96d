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

    /// Every row left what its request asked for.
    func judgeEffects(_ epoch: String) {
        var before = StockSnapshot()
        for row in juice[epoch]?.rows ?? [] {
            let after = snapshots[epoch].flatMap { row.sequence < $0.count ? $0[row.sequence] : nil } ?? before
            defer { before = after }
            if let intent = cause(of: row)?.intent { judgeEffect(row, intent, before: before, after: after) }
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
}
