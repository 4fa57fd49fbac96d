import Testing

@testable import ZeroMQPatterns

@Suite struct CallStateMachineTests {
    private static let read = CallPolicy(
        timeout: .seconds(5),
        connectTimeout: .seconds(1),
        isWrite: false,
        isKeyed: false
    )

    @Test func `a call ends with its answer, once`() {
        var script = CallScript(isWrite: false)
        script.reply(.result)
        script.reply(.result)
        script.loseConnection()
        #expect(script.endings == [.answered])
        #expect(script.ends.first?.sends == 1)
        #expect(script.machine.statistics.lateReplies == 1)
    }

    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `a call that cannot be sent in time is unreachable, and was never sent`(isWrite: Bool, isKeyed: Bool) {
        var script = CallScript(isWrite: isWrite, isKeyed: isKeyed, isConnected: false)
        script.wait()
        #expect(script.endings == [.unreachable])
        #expect(script.sends == 0)
    }

    @Test func `who took the connection and says nothing is waited for as long as the call may take`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.machine.accepted()
        script.wait()
        #expect(script.endings == [.timedOut])
        #expect(script.sends == 0)
    }

    @Test func `who took the connection once and is gone is not waited for`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.machine.accepted()
        script.machine.absent()
        script.wait()
        #expect(script.endings == [.unreachable])
    }

    @Test func `a call waits for the connection`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.connect()
        #expect(script.sends == 1)
    }

    @Test func `a call that the connection has no room for is timed out, not unreachable`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.machine.connected()
        _ = script.machine.nextToSend(now: script.now)
        script.machine.blocked(CallScript.call)
        script.wait()
        #expect(script.endings == [.timedOut])
    }

    @Test func `a call that had no room is sent when there is some`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.machine.connected()
        _ = script.machine.nextToSend(now: script.now)
        script.machine.blocked(CallScript.call)
        script.pump()
        #expect(script.sends == 0)
        script.machine.writable()
        script.pump()
        #expect(script.sends == 1)
    }

    @Test(arguments: [false, true])
    func `a read and a keyed write are sent again when no answer comes and when the connection was lost`(isWrite: Bool)
    {
        var script = CallScript(isWrite: isWrite, isKeyed: isWrite)
        script.wait()
        #expect(script.sends == 2)
        script.loseConnection()
        #expect(script.sends == 2)
        script.connect()
        #expect(script.sends == 3)
        script.reply(.result)
        #expect(script.endings == [.answered])
        #expect(script.machine.statistics.resends == 2)
        #expect(script.machine.statistics.reconnects == 1)
    }

    @Test func `a write without a key is never sent twice, and unknown as soon as its connection is lost`() {
        var script = CallScript(isWrite: true)
        script.loseConnection()
        script.connect()
        #expect(script.sends == 1)
        #expect(script.endings == [.outcomeUnknown])
    }

    @Test func `a write without a key and without an answer is unknown when its time is over`() {
        var script = CallScript(isWrite: true)
        script.wait()
        #expect(script.sends == 1)
        #expect(script.endings == [.outcomeUnknown])
    }

    @Test func `a read without an answer is timed out`() {
        var script = CallScript(isWrite: false, timeout: .milliseconds(500))
        script.wait()
        #expect(script.endings == [.timedOut])
    }

    // MARK: Errors

    @Test(arguments: CallRefusal.all)
    func `a write without a key is sent once, whatever the refusal`(refusal: CallRefusal) {
        var script = CallScript(isWrite: true)
        script.refuse(refusal)
        script.wait()
        #expect(script.sends == 1)
        #expect(script.endings == [refusal.mayHaveHappened ? .outcomeUnknown : .refused(by: 0)])
    }

    @Test(arguments: CallRefusal.all)
    func `a keyed write is sent again exactly when the refusal says that this helps`(refusal: CallRefusal) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.refuse(refusal)
        script.wait()
        #expect(script.sends == (refusal.mayBeSentAgain ? 2 : 1))
        #expect(script.endings == (refusal.mayBeSentAgain ? [] : [.refused(by: 0)]))
    }

    @Test func `a service that refuses for the moment until the time is over has refused`() {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        while script.ends.isEmpty {
            script.refuse(.unavailable)
            script.wait()
        }
        #expect(script.endings == [.refused(by: script.sends - 1)])
        #expect(script.sends > 2)
    }

    @Test func `the service's own pause is kept`() {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(60))
        let before = script.now
        var refusal = CallRefusal.overloaded
        refusal.leastPause = .seconds(7)
        script.refuse(refusal)
        script.wait()
        #expect(script.sends == 2)
        #expect(before.duration(to: script.now) >= .seconds(7))
    }

    @Test func `a pause that would outlast the call ends it at once`() {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        var refusal = CallRefusal.overloaded
        refusal.leastPause = .milliseconds(Int.max)
        script.refuse(refusal)
        #expect(script.endings == [.refused(by: 0)])
    }

    @Test(arguments: [CallRefusal.failed, .commitUnknown])
    func `an unknown outcome of a keyed write stays unknown until an answer tells`(refusal: CallRefusal) {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        while script.ends.isEmpty {
            script.refuse(refusal)
            script.wait()
        }
        #expect(script.endings == [.outcomeUnknown])
        #expect(script.ends.first?.lastRefusal == script.sends - 1)
    }

    // MARK: A keyed write sent more than once

    @Test(arguments: [CallRefusal.unavailable, .overloaded, .storageUnavailable])
    func `a later refusal for the moment says nothing about a sending that was lost`(refusal: CallRefusal) {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        script.loseConnection()
        script.connect()
        while script.ends.isEmpty {
            script.refuse(refusal)
            script.wait()
        }
        #expect(script.endings == [.outcomeUnknown])
    }

    @Test func `a refusal of the moment does not settle a lost sending, which may be read later`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.loseConnection()
        script.connect()
        script.refuse(.shortage)
        #expect(script.endings == [.outcomeUnknown])
        #expect(script.ends.first?.lastRefusal == 0)
    }

    @Test(arguments: [CallRefusal.shortage, .unknownThing, .invalid])
    func `a refusal that comes after the look for the key settles a sending whose outcome was unknown`(
        refusal: CallRefusal
    ) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.commitUnknown)
        script.refuse(refusal)
        #expect(script.endings == [.refused(by: 1)])
    }

    @Test(arguments: [CallRefusal.unknownThing, .invalid])
    func `a refusal that the same content always gets settles a lost sending`(refusal: CallRefusal) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.loseConnection()
        script.connect()
        script.refuse(refusal)
        #expect(script.endings == [.refused(by: 0)])
    }

    @Test func `a refusal that may come before the look for the key does not`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.loseConnection()
        script.connect()
        script.refuse(.notPermitted)
        #expect(script.endings == [.outcomeUnknown])
    }

    @Test func `a refusal does not count while a second sending may still be carried out`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.shortage)
        #expect(script.ends.isEmpty)
        script.reply(.result)
        #expect(script.endings == [.answered])
    }

    @Test func `it counts when the second sending is refused too`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.shortage)
        script.refuse(.unavailable)
        #expect(script.endings == [.refused(by: 0)])
    }

    @Test func `if the second sending is lost, a third finds out`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.shortage)
        script.loseConnection()
        script.connect()
        #expect(script.sends == 3)
        script.reply(.result)
        #expect(script.endings == [.answered])
    }

    @Test func `if the second sending never answers, the outcome is unknown`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.shortage)
        script.wait()
        #expect(script.endings == [.outcomeUnknown])
    }

    // MARK: Ends from outside

    @Test func `an unreadable reply fails a read and leaves a write unknown`() {
        for (isWrite, ending) in [(false, CallEnd.Ending.unreadable), (true, .outcomeUnknown)] {
            var script = CallScript(isWrite: isWrite)
            script.reply(.unreadable)
            #expect(script.endings == [ending])
        }
    }

    @Test func `a cancelled call ends once, and its answer is late`() {
        var script = CallScript(isWrite: true)
        let ends = [script.machine.cancel(CallScript.call), script.machine.cancel(CallScript.call)]
        #expect(ends.map { $0?.ending } == [.cancelled, nil])
        script.reply(.result)
        script.wait()
        #expect(script.ends.isEmpty)
        #expect(script.machine.statistics.lateReplies == 1)
    }

    @Test(arguments: [false, true])
    func `who is not admitted is told so at once, unless a write was sent before`(wasSent: Bool) {
        var script = CallScript(isWrite: true, isKeyed: true, isConnected: false)
        if wasSent {
            script.connect()
            script.loseConnection()
        }
        let ends = (0..<2).map { _ in script.machine.notAdmitted(now: script.now) }
        #expect(
            ends.map { $0.map(\.ending) } == [[wasSent ? .outcomeUnknown : .notAdmitted], []]
        )
        script.connect()
        #expect(script.sends == (wasSent ? 1 : 0))
    }

    @Test func `closing ends all calls in their order`() {
        var script = CallScript(isWrite: true)
        script.machine.begin(2, policy: Self.read, now: script.now)
        let ends = [script.machine.close(), script.machine.close()]
        #expect(ends.map { $0.map(\.number) } == [[1, 2], []])
    }

    // MARK: The refusals of a call

    @Test func `the refusals that an end names are those that the call waited for`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        var kept: [CallRefusal] = []
        for refusal in [CallRefusal.overloaded, .unavailable, .shortage] {
            // The second of each is an answer that nobody waits for.
            for _ in 0..<2 {
                if script.machine.expects(CallScript.call) { kept.append(refusal) }
                script.refuse(refusal)
            }
            script.wait()
        }
        #expect(kept == [.overloaded, .unavailable, .shortage])
        #expect(script.endings == [.refused(by: 2)])
        #expect(script.ends.first?.lastRefusal == 2)
        #expect(!script.machine.expects(CallScript.call))
    }
}
