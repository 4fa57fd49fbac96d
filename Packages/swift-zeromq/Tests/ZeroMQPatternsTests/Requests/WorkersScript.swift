@testable import ZeroMQPatterns

/// A call machine of a service with several workers, with one clock, driven by hand.
struct WorkersScript {
    /// One request on its way.
    struct Sending: Hashable {
        let number: Int
        let endpoint: Int
    }

    var machine: CallStateMachine
    private let start: SuspendingClock.Instant
    private(set) var now: SuspendingClock.Instant
    private(set) var ends: [CallEnd] = []
    /// What was sent since the last ``take()``.
    private var sendings: [Sending] = []
    private var timers: [Int: SuspendingClock.Instant] = [:]
    private var calls = 0

    /// - Parameters:
    ///   - workers: Their names.
    ///   - isConnected: Whether all connections stand.
    init(_ workers: [String] = ["a", "b", "c"], isConnected: Bool = true) {
        start = SuspendingClock().now
        now = start
        machine = CallStateMachine(seed: 1, endpoints: workers)
        if isConnected { for endpoint in workers.indices { machine.connected(at: endpoint) } }
    }

    /// The time that has passed.
    var elapsed: Duration { start.duration(to: now) }

    /// How the calls ended, in the order of their ends.
    var endings: [CallEnd.Ending] { ends.map(\.ending) }

    /// Begins a call.
    ///
    /// - Returns: Its number.
    @discardableResult
    mutating func begin(isWrite: Bool, isKeyed: Bool = false, timeout: Duration = .seconds(60)) -> Int {
        calls += 1
        let policy = CallPolicy(timeout: timeout, connectTimeout: .seconds(1), isWrite: isWrite, isKeyed: isKeyed)
        machine.begin(calls, policy: policy, now: now)
        pump()
        return calls
    }

    /// What was sent since the last time, as endpoints.
    mutating func take() -> [Int] {
        defer { sendings = [] }
        return sendings.map(\.endpoint)
    }

    mutating func pump() {
        while let (number, _, endpoint) = machine.nextToSend(now: now) {
            machine.sent(number, to: endpoint, now: now)
            sendings.append(Sending(number: number, endpoint: endpoint))
        }
        for number in 1...max(1, calls) {
            if let due = machine.arm(number) { timers[number] = due }
        }
    }

    mutating func answer(_ number: Int, from endpoint: Int) {
        reply(number, .result, from: endpoint)
    }

    mutating func refuse(_ number: Int, from endpoint: Int, _ refusal: CallRefusal, active: String? = nil) {
        var refusal = refusal
        if let active { refusal.elsewhere = .active([active]) }
        reply(number, .refusal(refusal), from: endpoint)
    }

    private mutating func reply(_ number: Int, _ answer: CallAnswer, from endpoint: Int) {
        if let end = machine.reply(number, answer: answer, from: endpoint, now: now) { ends.append(end) }
        pump()
    }

    mutating func lose(_ endpoint: Int) {
        ends += machine.disconnected(at: endpoint, now: now)
        pump()
    }

    mutating func connect(_ endpoint: Int) {
        machine.connected(at: endpoint)
        pump()
    }

    /// Lets time pass, with the timers that fire in it.
    mutating func pass(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while fireNext(until: end) {}
        now = end
    }

    /// Lets time pass until something is sent or a call ends.
    mutating func wait() {
        let before = (sendings.count, ends.count)
        while before == (sendings.count, ends.count), fireNext(until: nil) {}
    }

    private mutating func fireNext(until end: SuspendingClock.Instant?) -> Bool {
        guard let (number, due) = timers.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { return false }
        if let end, due > end { return false }
        timers[number] = nil
        now = max(now, due)
        if let ended = machine.timerFired(number, now: now) { ends.append(ended) }
        pump()
        return true
    }
}
