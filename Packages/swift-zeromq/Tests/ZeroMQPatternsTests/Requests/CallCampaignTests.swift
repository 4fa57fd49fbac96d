import Testing

@testable import ZeroMQPatterns

/// Random lives of calls against a model of a service that remembers keys.
@Suite struct CallCampaignTests {
    @Test(arguments: 0..<400 as Range<UInt64>, [1, 3])
    func `every call ends once, and never with a lie about what happened`(seed: UInt64, workers: Int) {
        var campaign = CallCampaign(seed: seed, workers: workers)
        campaign.run(steps: 400)
        campaign.finish()
        for (number, call) in campaign.calls {
            #expect(call.ends.count == 1, "call \(number)")
            #expect(call.effects <= 1, "call \(number)")
            guard let end = call.ends.first else { continue }
            switch end.ending {
            case .answered: #expect(call.effects == (call.policy.isWrite ? 1 : 0), "call \(number)")
            case .refused, .timedOut, .unreachable:
                #expect(call.effects == 0, "call \(number) ended as \(end) and happened")
            default: break
            }
            if !call.policy.mayRepeat, workers == 1 { #expect(end.sends <= 1, "call \(number)") }
        }
    }
}

/// Many calls, a connection to each worker that comes and goes, and workers that take requests in their order.
///
/// One of them takes writes, another from time to time, and sometimes none.
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
    private let names: [String]
    private var connected: Set<Int> = []
    private var active: Int? = 0
    /// On their way to each worker.
    private var requests: [[Int]]
    /// Left behind by connections that are gone, and not read by the worker yet.
    private var leftBehind: [[Int]]
    /// On their way back from each worker.
    private var answers: [[(Int, CallAnswer)]]
    private var stored: Set<Int> = []
    private var hasStock = true

    init(seed: UInt64, workers: Int) {
        generator = SeededGenerator(seed: seed)
        names = (0..<workers).map { "worker \($0)" }
        requests = names.map { _ in [] }
        leftBehind = requests
        answers = names.map { _ in [] }
        machine = CallStateMachine(seed: seed, endpoints: names)
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            let worker = Int.random(in: names.indices, using: &generator)
            switch Int.random(in: 0..<12, using: &generator) {
            case 0, 1: begin()
            case 2: connected.contains(worker) ? loseConnection(to: worker) : connect(to: worker)
            case 3, 4: serve(by: worker)
            case 5: generator.chance(0.5) ? serveLeftBehind(by: worker) : serve(by: worker)
            case 6, 7, 8: receive(from: worker)
            case 9: generator.chance(0.5) ? hasStock.toggle() : takeOver(by: worker)
            case 10: if generator.chance(0.2) { cancel() }
            default: pass(.milliseconds(Int.random(in: 1...1_500, using: &generator)))
            }
            pump()
        }
    }

    /// Lets everything end that can, the service's remaining work included.
    mutating func finish() {
        pass(.seconds(100))
        for worker in names.indices {
            while !requests[worker].isEmpty { serve(by: worker) }
        }
        hasStock = true
        for worker in names.indices {
            active = worker
            while !leftBehind[worker].isEmpty { serveLeftBehind(by: worker) }
            while !answers[worker].isEmpty { receive(from: worker) }
        }
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
        machine.begin(number, policy: policy, now: now)
    }

    private mutating func pump() {
        while let (number, _, worker) = machine.nextToSend(now: now) {
            machine.sent(number, to: worker, now: now)
            requests[worker].append(number)
        }
        for number in calls.keys {
            if let due = machine.arm(number) { timers[number] = due }
        }
    }

    private mutating func connect(to worker: Int) {
        connected.insert(worker)
        machine.connected(at: worker)
    }

    private mutating func loseConnection(to worker: Int) {
        connected.remove(worker)
        // The worker may have taken some of what was on its way; no answer arrives any more.
        while !requests[worker].isEmpty, generator.chance(0.5) { serve(by: worker) }
        // The rest never arrives, or later than what comes over the next connection.
        if generator.chance(0.5) { leftBehind[worker] += requests[worker] }
        requests[worker] = []
        answers[worker] = []
        record(machine.disconnected(at: worker, now: now))
    }

    /// A single worker always takes writes.
    private mutating func takeOver(by worker: Int) {
        active = names.count > 1 && generator.chance(0.3) ? nil : worker
    }

    private mutating func serve(by worker: Int) {
        guard !requests[worker].isEmpty else { return }
        let number = requests[worker].removeFirst()
        guard let call = calls[number] else { return }
        let answer = call.policy.isWrite ? write(number, call.policy, by: worker) : read(by: worker)
        answers[worker].append((number, answer))
    }

    /// Serves a request whose connection is gone: there is nobody to answer.
    private mutating func serveLeftBehind(by worker: Int) {
        guard !leftBehind[worker].isEmpty else { return }
        let number = leftBehind[worker].removeFirst()
        guard let call = calls[number], call.policy.isWrite else { return }
        _ = write(number, call.policy, by: worker)
    }

    private mutating func read(by worker: Int) -> CallAnswer {
        worker != active && generator.chance(0.3) ? .refusal(.behind) : .result
    }

    private mutating func write(_ number: Int, _ policy: CallPolicy, by worker: Int) -> CallAnswer {
        guard worker == active else {
            var refusal = CallRefusal.notActive
            // Its word may be old.
            let named = generator.chance(0.5) ? active : names.indices.randomElement(using: &generator)
            if let named { refusal.elsewhere = .active([names[named]]) }
            return .refusal(refusal)
        }
        if generator.chance(0.15) { return .refusal(.unavailable) }
        if stored.contains(number) { return .result }
        guard hasStock else { return .refusal(.shortage) }
        let fails = generator.chance(0.1)
        if !fails || generator.chance(0.5) {
            calls[number]?.effects += 1
            if policy.isKeyed { stored.insert(number) }
        }
        return fails ? .refusal(.commitUnknown) : .result
    }

    private mutating func receive(from worker: Int) {
        guard !answers[worker].isEmpty else { return }
        let (number, answer) = answers[worker].removeFirst()
        // A reply that the worker could not hand over.
        if generator.chance(0.05) { return }
        record([machine.reply(number, answer: answer, from: worker, now: now)].compactMap { $0 })
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
