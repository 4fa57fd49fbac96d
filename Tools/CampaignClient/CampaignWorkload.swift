import Messages
import Platform
import WorkerClient

/// What the callers want: mostly orders that succeed, some that cannot, and stock that comes and goes.
struct CampaignWorkload {
    private static let juices = [
        "mango", "kiwi", "banana", "pineapple", "mango-kiwi", "strawberry-banana", "strawberry",
    ]
    private static let fruits = ["strawberry", "banana", "pineapple", "kiwi", "mango"]

    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func chance(_ share: Double) -> Bool {
        generator.chance(share)
    }

    /// How long a call may take: mostly long enough to outlive a crash of the service, sometimes not.
    mutating func timeout() -> Duration {
        chance(0.05) ? .milliseconds(Int.random(in: 100...1_000, using: &generator)) : .seconds(10)
    }

    mutating func next() -> CampaignIntent {
        let (method, params) = write()
        return CampaignIntent(key: IdempotencyKey.make(), method: method, params: params)
    }

    private mutating func write() -> (method: String, params: String) {
        switch Int.random(in: 0..<1_000, using: &generator) {
        case ..<945:
            // Mostly for one fruit, so that there are about as many events as orders.
            let juice = Self.juices[Int.random(in: 0..<(chance(0.7) ? 4 : 7), using: &generator)]
            return (
                JuiceMethod.order.name,
                #"{"juice":"\#(juice)","quantity":\#(Int.random(in: 1...3, using: &generator))}"#
            )
        case ..<985:
            let fruit = Self.fruits[Int.random(in: 0..<5, using: &generator)]
            return (
                JuiceMethod.stockAdjust.name,
                #"{"changes":{"\#(fruit)":\#(Int.random(in: 500...2_000, using: &generator))}}"#
            )
        case ..<992:
            // More than there can be: never applied.
            return (JuiceMethod.order.name, #"{"juice":"strawberry","quantity":1000}"#)
        default:
            // A shelf is emptied now and then, so that orders fail and may succeed later.
            let fruit = Self.fruits[Int.random(in: 0..<5, using: &generator)]
            return (JuiceMethod.stockSet.name, #"{"levels":{"\#(fruit)":\#(chance(0.5) ? 0 : 4_000)}}"#)
        }
    }
}
