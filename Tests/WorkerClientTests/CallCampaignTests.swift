import Messages
import Platform
import Testing

@testable import WorkerClient

/// Random lives of calls against a model of a service that remembers keys.
@Suite struct CallCampaignTests {
    @Test(arguments: 0..<400 as Range<UInt64>)
    func `every call ends once, and never with a lie about what happened`(seed: UInt64) {
        var campaign = CallCampaign(seed: seed)
        campaign.run(steps: 400)
        campaign.finish()
        for (number, call) in campaign.calls {
            #expect(call.ends.count == 1, "call \(number)")
            #expect(call.effects <= 1, "call \(number)")
            guard let end = call.ends.first else { continue }
            switch end.ending {
            case .answered: #expect(call.effects == (call.policy.isWrite ? 1 : 0), "call \(number)")
            case .failed(.refused), .failed(.timedOut), .failed(.unreachable):
                #expect(call.effects == 0, "call \(number) ended as \(end) and happened")
            default: break
            }
            if !call.policy.mayRepeat { #expect(end.sends <= 1, "call \(number)") }
        }
    }
}

/// Many calls, one connection that comes and goes, and a service that takes requests in their order.
struct CallCampaign {
    struct Call {
        let policy: CallPolicy
        var ends: [CallEnd] = []
        var effects = 0
    }

    private(set) var calls: [Int: Call] = [:]
    private var machine: CallStateMachine
    private var generator: SeededGenerator
    private var now = SuspendingClock().now
    private var timers: [Int: SuspendingClock.Instant] = [:]
    private var isConnected = false
    /// On their way to the service.
    private var requests: [Int] = []
    /// Left behind by connections that are gone, and not read by the service yet.
    private var leftBehind: [Int] = []
    /// On their way back.
    private var answers: [(Int, CallAnswer)] = []
    private var stored: Set<Int> = []
    private var hasStock = true

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        machine = CallStateMachine(seed: seed)
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: begin()
            case 2: isConnected ? loseConnection() : connect()
            case 3, 4: serve()
            case 5: generator.chance(0.5) ? serveLeftBehind() : serve()
            case 6, 7, 8: receive()
            case 9: hasStock.toggle()
            case 10: if generator.chance(0.2) { cancel() }
            default: pass(.milliseconds(Int.random(in: 1...1_500, using: &generator)))
            }
            pump()
        }
    }

    /// Lets everything end that can, the service's remaining work included.
    mutating func finish() {
        pass(.seconds(100))
        while !requests.isEmpty { serve() }
        hasStock = true
        while !leftBehind.isEmpty { serveLeftBehind() }
        while !answers.isEmpty { receive() }
    }

    private mutating func begin() {
        let number = calls.count + 1
        let isWrite = generator.chance(0.7)
        let policy = CallPolicy(
            timeout: .milliseconds(Int.random(in: 100...8_000, using: &generator)),
            connectTimeout: .seconds(1),
            isWrite: isWrite,
            isKeyed: isWrite && generator.chance(0.7)
        )
        calls[number] = Call(policy: policy)
        machine.begin(number, policy, now: now)
    }

    private mutating func pump() {
        while let (number, _) = machine.nextToSend(now: now) {
            machine.sent(number, now: now)
            requests.append(number)
        }
        for number in calls.keys {
            if let due = machine.arm(number) { timers[number] = due }
        }
    }

    private mutating func connect() {
        isConnected = true
        machine.connected()
    }

    private mutating func loseConnection() {
        isConnected = false
        // The service may have taken some of what was on its way; no answer arrives any more.
        while !requests.isEmpty, generator.chance(0.5) { serve() }
        // The rest never arrives, or later than what comes over the next connection.
        if generator.chance(0.5) { leftBehind += requests }
        requests = []
        answers = []
        record(machine.disconnected(now: now))
    }

    private mutating func serve() {
        guard !requests.isEmpty else { return }
        let number = requests.removeFirst()
        guard let call = calls[number] else { return }
        answers.append((number, call.policy.isWrite ? write(number, call.policy) : .result))
    }

    /// Serves a request whose connection is gone: there is nobody to answer.
    private mutating func serveLeftBehind() {
        guard !leftBehind.isEmpty else { return }
        let number = leftBehind.removeFirst()
        guard let call = calls[number], call.policy.isWrite else { return }
        _ = write(number, call.policy)
    }

    private mutating func write(_ number: Int, _ policy: CallPolicy) -> CallAnswer {
        if generator.chance(0.15) { return .error(RPCError(.unavailable, "")) }
        if stored.contains(number) { return .result }
        guard hasStock else { return .error(RPCError(.insufficientStock, "")) }
        let fails = generator.chance(0.1)
        if !fails || generator.chance(0.5) {
            calls[number]?.effects += 1
            if policy.isKeyed { stored.insert(number) }
        }
        return fails ? .error(RPCError(.commitUnknown, "")) : .result
    }

    private mutating func receive() {
        guard !answers.isEmpty else { return }
        let (number, answer) = answers.removeFirst()
        // A reply that the service could not hand over.
        if generator.chance(0.05) { return }
        record([machine.reply(number, answer, now: now)].compactMap { $0 })
    }

    private mutating func cancel() {
        guard let number = calls.keys.min() else { return }
        record([machine.cancel(number)].compactMap { $0 })
    }

    private mutating func pass(_ time: Duration) {
        let end = now.advanced(by: time)
        while let (number, due) = timers.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), due <= end {
            timers[number] = nil
            now = max(now, due)
            record([machine.timerFired(number, now: now)].compactMap { $0 })
            pump()
        }
        now = end
    }

    private mutating func record(_ ends: [CallEnd]) {
        for end in ends { calls[end.number]?.ends.append(end) }
    }
}
