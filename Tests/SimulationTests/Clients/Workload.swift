import Messages
import SimulatedWorker

/// Chooses what clients ask for, as users of all services might.
struct Workload {
    /// Of a hundred requests, how many go to market-service, and how many of the rest to juice-service.
    private let marketShare: Int
    private let juiceShare = 92

    /// Each service has histories in which it is asked for most.
    init(_ random: inout SimulationRandom) {
        marketShare = random.pick([15, 50, 85])
    }

    func next(_ random: inout SimulationRandom, _ memory: ClientMemory, at now: Int) -> Intent {
        let (first, other): (ServiceName, ServiceName) =
            random.chance(percent: marketShare) ? (.market, .juice) : (.juice, .market)
        switch random.int(0...99) {
        case 0..<11: return memory.repeated(&random, at: now) ?? Self.plain(other, &random, memory)
        case 11..<14: return memory.contradiction(&random, at: now) ?? Self.plain(other, &random, memory)
        case 14..<15: return Self.standard(first, &random)
        case 15..<juiceShare: return Self.plain(first, &random, memory)
        default: return random.chance(percent: 50) ? CalcWorkload.next(&random) : ExpoWorkload.next(&random)
        }
    }

    private static func plain(_ service: ServiceName, _ random: inout SimulationRandom, _ memory: ClientMemory)
        -> Intent
    {
        service == .market ? MarketWorkload.next(&random, memory.market) : JuiceWorkload.next(&random, memory)
    }

    /// What every service answers; rarely that it shall end.
    private static func standard(_ service: ServiceName, _ random: inout SimulationRandom) -> Intent {
        let methods = [ServiceMethod.ping, ServiceMethod.info, ServiceMethod.stats, ServiceMethod.health]
        let method = random.chance(percent: 30) ? ServiceMethod.drain : random.pick(methods)
        return .read(service, method, nil, .none)
    }
}
