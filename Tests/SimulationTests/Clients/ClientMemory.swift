import Messages
import SimulatedWorker
import WireJSON

/// What a client remembers of its earlier calls, to ask again and to refer to them.
struct ClientMemory {
    /// Keyed writes of the last while, whatever became of them.
    private var keyed: [(intent: Intent, time: Int)] = []
    /// Ids of orders that were made.
    private(set) var orders: [String] = []
    /// Versions that were read last.
    private(set) var versions: (whole: Int, fruits: [String: Int])?
    /// What it and the others know of the market.
    let market: MarketMemory
    /// How long a key may be used again, in nanoseconds.
    let keyLifetime: Int

    init(_ market: MarketMemory, keyLifetime: Int) {
        self.market = market
        self.keyLifetime = keyLifetime
    }

    mutating func begin(_ intent: Intent, at time: Int) {
        if intent.isWrite, intent.key != nil { keyed.append((intent, time)) }
    }

    mutating func end(_ intent: Intent, result: [UInt8]) {
        guard let root = try? JSONReader().read(result) else { return }
        switch intent.meaning {
        case .order:
            if let id = root["id"]?.string { orders.append(id) }
        case .stock:
            var fruits: [String: Int] = [:]
            for fruit in root["fruits"]?.elements.map({ $0 }) ?? [] {
                if let name = fruit["fruit"]?.string { fruits[name] = fruit["version"]?.integer }
            }
            if let whole = root["version"]?.integer { versions = (whole, fruits) }
        case .market(let meaning): market.end(meaning, root)
        default: break
        }
    }

    /// An earlier write once more, with its key.
    func repeated(_ random: inout SimulationRandom, at now: Int) -> Intent? {
        let young = keyed.filter { now - $0.time < keyLifetime }
        return young.isEmpty ? nil : random.pick(young).intent
    }

    /// Another write under the key of an earlier one.
    func contradiction(_ random: inout SimulationRandom, at now: Int) -> Intent? {
        guard let earlier = repeated(&random, at: now) else { return nil }
        var other: Intent
        if earlier.service == .market {
            other = MarketWorkload.purchase(&random, market)
        } else {
            other = random.chance(percent: 50) ? JuiceWorkload.order(&random) : JuiceWorkload.adjust(&random)
        }
        guard other.params != earlier.params else { return nil }
        other.key = earlier.key
        return other
    }
}
