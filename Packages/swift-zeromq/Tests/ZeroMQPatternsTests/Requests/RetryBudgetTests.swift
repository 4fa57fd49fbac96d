import Testing

@testable import ZeroMQPatterns

/// A client does not make the trouble of a service worse.
@Suite struct RetryBudgetTests {
    private let start = SuspendingClock().now
    private let policy = CallPolicy(timeout: .seconds(100), connectTimeout: .seconds(100), isWrite: true, isKeyed: true)

    /// Sends what can be sent; returns how many those were.
    private func pump(_ machine: inout CallStateMachine, _ now: SuspendingClock.Instant) -> [Int] {
        var sent: [Int] = []
        while let (number, _, _) = machine.nextToSend(now: now) {
            machine.sent(number, now: now)
            sent.append(number)
        }
        return sent
    }

    @Test func `a service that refuses everything gets a tenth more to refuse, and 10 a second`() {
        var machine = CallStateMachine(seed: 1)
        machine.connected()
        let calls = 10_000
        var now = start
        for number in 1...calls { machine.begin(number, policy: policy, now: now) }
        var unanswered = pump(&machine, now)
        for _ in 0..<100 {
            for number in unanswered {
                _ = machine.reply(number, answer: .refusal(.overloaded), now: now)
            }
            now = now.advanced(by: .milliseconds(100))
            for number in 1...calls { _ = machine.timerFired(number, now: now) }
            unanswered = pump(&machine, now)
        }
        #expect(machine.statistics.resends > 0)
        #expect(machine.statistics.resends <= calls / 10 + 10 * 10)
        #expect(machine.statistics.withheld > 0)
    }

    @Test func `a service that is slow gets a tenth more to do, and 10 a second`() {
        var machine = CallStateMachine(seed: 1)
        machine.connected()
        var now = start
        for number in 1...1_000 { machine.begin(number, policy: policy, now: now) }
        _ = pump(&machine, now)
        for _ in 0..<20 {
            now = now.advanced(by: .milliseconds(500))
            for number in 1...1_000 { _ = machine.timerFired(number, now: now) }
            _ = pump(&machine, now)
        }
        #expect(machine.statistics.resends > 0)
        #expect(machine.statistics.resends <= 100 + 10 * 10)
    }

    @Test func `everything is sent again at once when the connection was lost`() {
        var machine = CallStateMachine(seed: 1)
        machine.connected()
        for number in 1...1_000 { machine.begin(number, policy: policy, now: start) }
        #expect(pump(&machine, start).count == 1_000)
        #expect(machine.disconnected(now: start).isEmpty)
        machine.connected()
        #expect(pump(&machine, start).count == 1_000)
        #expect(machine.statistics.withheld == 0)
    }

    @Test func `a call that is put off is sent when the budget allows, and ends`() {
        var machine = CallStateMachine(seed: 1)
        machine.connected()
        var now = start
        for number in 1...100 { machine.begin(number, policy: policy, now: now) }
        var waiting = Set(1...100)
        for number in pump(&machine, now) {
            _ = machine.reply(number, answer: .refusal(.unavailable), now: now)
        }
        while !waiting.isEmpty, now < start.advanced(by: .seconds(60)) {
            now = now.advanced(by: .milliseconds(50))
            for number in waiting { _ = machine.timerFired(number, now: now) }
            for number in pump(&machine, now) {
                let end = machine.reply(number, answer: .result, now: now)
                #expect(end?.ending == .answered)
                waiting.remove(number)
            }
        }
        #expect(waiting.isEmpty)
    }
}
