@testable import ZeroMQPatterns

/// A call machine with one clock and one call, driven by hand.
struct CallScript {
    static let call = 1

    var machine = CallStateMachine(seed: 1)
    private(set) var now = SuspendingClock().now
    private(set) var ends: [CallEnd] = []
    private(set) var sends = 0

    /// A connected machine with one call begun.
    init(isWrite: Bool, isKeyed: Bool = false, timeout: Duration = .seconds(60), isConnected: Bool = true) {
        if isConnected { machine.connected() }
        let policy = CallPolicy(timeout: timeout, connectTimeout: .seconds(1), isWrite: isWrite, isKeyed: isKeyed)
        machine.begin(Self.call, policy: policy, now: now)
        pump()
    }

    var endings: [CallEnd.Ending] { ends.map(\.ending) }

    mutating func pump() {
        while let (number, _, _) = machine.nextToSend(now: now) {
            machine.sent(number, now: now)
            sends += 1
        }
    }

    mutating func reply(_ answer: CallAnswer) {
        if let end = machine.reply(Self.call, answer: answer, now: now) { ends.append(end) }
        pump()
    }

    mutating func refuse(_ refusal: CallRefusal) {
        reply(.refusal(refusal))
    }

    mutating func loseConnection() {
        ends += machine.disconnected(now: now)
        pump()
    }

    mutating func connect() {
        machine.connected()
        pump()
    }

    /// Lets time pass until something is sent or the call ends.
    mutating func wait() {
        let before = (sends, ends.count)
        while before == (sends, ends.count), let due = dueTime() {
            now = max(now, due)
            if let end = machine.timerFired(Self.call, now: now) { ends.append(end) }
            pump()
        }
    }

    private var armed: SuspendingClock.Instant?

    private mutating func dueTime() -> SuspendingClock.Instant? {
        if let due = machine.arm(Self.call) { armed = due }
        defer { armed = nil }
        return armed
    }
}
