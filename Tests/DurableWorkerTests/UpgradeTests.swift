import DurableWorker
import Messages
import SimulatedWorker
import Testing
import WorkerEngine

/// What a service is promised whose next version keeps something else.
@Suite struct UpgradeTests {
    struct Price: Message {
        var won = 0

        init() {}
        init(won: Int) { self.won = won }

        mutating func members(_ members: inout Members) {
            members("won", &won, .integer(in: 0...1_000_000), "The price.")
        }
    }

    enum ShopAPI: ServiceAPI {
        static let name: ServiceName = "shop"
        static let summary = "Has prices."
        static let version = "2.0.0"
        static let changed = EventType("shop.changed", "A price has changed.", data: Price.self)
        static let get = ReadMethod("shop.get", "The price.", params: Nothing.self, result: Price.self)
        static let set = WriteMethod(
            "shop.set",
            "Sets the price.",
            params: Price.self,
            result: Price.self,
            events: [changed]
        )
    }

    struct Shop: DurableService {
        typealias API = ShopAPI
        typealias State = Records<Price>

        static var upgrades: [Upgrade<State>] { [Upgrade("1 the first price") { $0["tea"] = Price(won: $1.id.count) }] }
        var methods: [DurableWorker.Method<State>] { Self.methods }

        static var methods: [DurableWorker.Method<State>] {
            [
                On(API.get) { _, prices, _ in prices["tea"] ?? Price() },
                On(API.set) { params, prices, _ in
                    prices["tea"] = params
                    return params
                },
            ]
        }
    }

    /// The next version, which counts in hundreds.
    struct NextShop: DurableService {
        typealias API = ShopAPI
        typealias State = Records<Price>

        static var upgrades: [Upgrade<State>] {
            Shop.upgrades + [
                Upgrade("2 hundreds") { prices, context in
                    let price = Price(won: (prices["tea"]?.won ?? 0) * 100)
                    prices["tea"] = price
                    context.emit(API.changed, of: "tea", price)
                }
            ]
        }
        var methods: [DurableWorker.Method<State>] { Shop.methods }
    }

    /// A version with a fault.
    struct FaultyShop: DurableService {
        struct Fault: Error {}
        typealias API = ShopAPI
        typealias State = Records<Price>

        static var upgrades: [Upgrade<State>] {
            Shop.upgrades + [
                Upgrade("2 hundreds") { prices, _ in
                    prices["tea"] = nil
                    throw Fault()
                }
            ]
        }
        var methods: [DurableWorker.Method<State>] { Shop.methods }
    }

    private func running(_ service: some DurableService) throws -> any WorkerService { try RunningService(service) }

    private func shop(_ make: @escaping () throws -> any WorkerService) throws -> SimulatedWorker {
        try SimulatedWorker(seed: 3, make)
    }

    @Test func `a new store begins with what the upgrades put there`() throws {
        let worker = try shop { try running(Shop()) }
        #expect(try worker.call(ShopAPI.get).won == 1)
        try worker.losePower()
        try worker.start()
        #expect(try worker.call(ShopAPI.get).won == 1)
    }

    @Test func `a version that keeps something else changes it once, with an event, before any other write`() throws {
        var isNext = false
        let worker = try shop { isNext ? try running(NextShop()) : try running(Shop()) }
        _ = try worker.call(ShopAPI.set, Price(won: 13))
        worker.stop()
        isNext = true
        try worker.start()
        #expect(try worker.call(ShopAPI.get).won == 1_300)
        #expect(worker.published.map { $0.subject } == ["tea"])
        worker.kill()
        try worker.start()
        #expect(try worker.call(ShopAPI.get).won == 1_300)
        #expect(worker.published.count == 1)
    }

    @Test func `an upgrade that throws changes nothing, and the former version goes on`() throws {
        var isFaulty = false
        let worker = try shop { isFaulty ? try running(FaultyShop()) : try running(Shop()) }
        _ = try worker.call(ShopAPI.set, Price(won: 13))
        worker.stop()
        isFaulty = true
        try? worker.start()
        #expect(throws: (any Error).self) { _ = try worker.call(ShopAPI.set, Price(won: 14)) }
        worker.stop()
        isFaulty = false
        try worker.start()
        #expect(try worker.call(ShopAPI.get).won == 13)
    }

    @Test func `a store that a newer version has changed is not served by the former one`() throws {
        var isNext = true
        let worker = try shop { isNext ? try running(NextShop()) : try running(Shop()) }
        _ = try worker.call(ShopAPI.get)
        worker.stop()
        isNext = false
        try? worker.start()
        #expect(throws: (any Error).self) { _ = try worker.call(ShopAPI.set, Price(won: 14)) }
    }

    @Test(arguments: [SimulatedWorker.CommitFault.full, .failedWrite])
    func `an upgrade that the disk refuses is made before the first write all the same`(
        fault: SimulatedWorker.CommitFault
    ) throws {
        var isNext = false
        let worker = try shop { isNext ? try running(NextShop()) : try running(Shop()) }
        _ = try worker.call(ShopAPI.set, Price(won: 13))
        worker.stop()
        isNext = true
        worker.failNextCommit(fault)
        try worker.start()
        _ = try? worker.call(ShopAPI.get)
        worker.pass(.seconds(2))
        #expect(try worker.call(ShopAPI.get).won == 1_300)
        #expect(worker.published.count == 1)
    }
}
