import Messages
import SimulatedWorker
import WireJSON
import ZeroMQ
import ZeroMQPatterns

@testable import WorkerClient

/// One client program: the real channels with their keys, retries and deadlines, on simulated connections.
final class SimulatedClient {
    let host: Int
    private let world: World
    private let network: Network
    private let ledger: ClientLedger
    private let workload: Workload
    private var memory: ClientMemory
    private var transports: [SimulatedDealer] = []
    private var channels: [(service: ServiceName, channel: ServiceChannel<SimulatedDealer>, prefix: String)] = []
    private var keys = UUIDSequence()
    private(set) var outstanding = 0
    /// Whether it has died and is not back yet.
    private(set) var isResting = false

    init(
        host: Int,
        _ world: World,
        _ network: Network,
        _ ledger: ClientLedger,
        _ workload: Workload,
        _ market: MarketMemory,
        keyLifetime: Int
    ) {
        self.host = host
        self.world = world
        self.network = network
        self.ledger = ledger
        self.workload = workload
        memory = ClientMemory(market, keyLifetime: keyLifetime)
        connect()
    }

    private func connect() {
        for service in ServiceName.suite {
            let transport = SimulatedDealer(ClientSocket(world, network, host: host, service: service, port: .requests))
            let name = world.random.next()
            let channel = ServiceChannel(over: [("", transport)], seed: world.random.next(), name: name)
            // A simulated connection can always be opened.
            try? channel.open()
            transports.append(transport)
            channels.append((service, channel, String(name, radix: 36) + "-"))
        }
    }

    /// Ends as a killed program does.
    func crash() {
        world.counts.add(.clientCrash)
        world.note("client \(host) dies")
        disconnect(isCrash: true)
        isResting = true
        world.after(world.random.int(100...2_000) * millisecond) { [self] in
            world.note("client \(host) is back")
            isResting = false
            connect()
        }
    }

    func disconnect(isCrash: Bool) {
        for transport in transports { transport.isCrashing = isCrash }
        for channel in channels {
            world.counts.add(.resends, count: channel.channel.statistics.resends)
            channel.channel.close()
        }
        transports = []
        channels = []
    }

    // MARK: Work

    /// Asks for one thing after the other until a moment, with pauses, and with several under way now and then.
    func work(until end: Int) {
        let pause = world.random.nanoseconds(millisecond...700 * millisecond)
        world.after(pause) { [self] in
            guard world.now < end else { return }
            if !isResting, outstanding < 8 {
                for _ in 0..<(world.random.chance(percent: 20) ? world.random.int(2...6) : 1) { begin() }
            }
            work(until: end)
        }
    }

    private func begin() {
        var intent = workload.next(&world.random, memory, at: world.now)
        // Now and then without a key: sent once, come what may.
        if intent.isWrite, intent.key == nil, world.random.chance(percent: 85) { intent.key = makeKey() }
        call(intent)
    }

    func makeKey() -> String {
        keys.next(
            milliseconds: UInt64(world.now / millisecond),
            random: world.random.next(),
            start: world.random.next()
        )
    }

    /// Calls, and takes down what becomes of it.
    func call(_ intent: Intent, then: @escaping (CallRecord.Outcome) -> Void = { _ in }) {
        guard let place = channels.firstIndex(where: { $0.service == intent.service }) else { return }
        let (_, channel, prefix) = channels[place]
        let number = channel.makeNumber()
        memory.begin(intent, at: world.now)
        let record = ledger.begin(
            CallRecord(
                client: host,
                service: intent.service,
                intent: intent,
                id: prefix + String(number),
                start: world.now
            )
        )
        outstanding += 1
        channel.begin(
            number,
            method: intent.method,
            params: intent.params,
            attachments: intent.attachments,
            options: CallOptions(
                timeout: .nanoseconds(intent.timeout),
                connectTimeout: .nanoseconds(intent.connectTimeout),
                idempotencyKey: intent.key,
                isWrite: intent.isWrite
            )
        ) { [self] outcome in
            outstanding -= 1
            let (ending, sends) = Self.outcome(of: outcome, intent)
            if case .ok(let result, _, _) = ending { memory.end(intent, result: result) }
            ledger.end(record, ending, sends: sends)
            then(ending)
        }
    }

    private static func outcome(
        of outcome: Result<CallReply, CallError>,
        _ intent: Intent
    ) -> (CallRecord.Outcome, sends: Int) {
        switch outcome {
        case .success(let reply):
            return (.ok(result: reply.result, attachments: reply.attachments, reply.meta), reply.sends)
        case .failure(let error):
            let outcome: CallRecord.Outcome =
                switch error.code {
                case .refused(let refusal): .notApplied(reason: refusal.reason)
                case .unreachable: .notApplied(reason: "unreachable")
                case .notAdmitted(let fault): .notApplied(reason: "not admitted: \(fault)")
                case .timedOut: .notApplied(reason: "timed out")
                case .tooLarge: .notApplied(reason: "too large")
                case .badReply(let text): .notApplied(reason: "bad reply: \(text)")
                case .outcomeUnknown: .unknown
                case .cancelled: .forgotten
                }
            return (outcome, error.sends)
        }
    }
}
