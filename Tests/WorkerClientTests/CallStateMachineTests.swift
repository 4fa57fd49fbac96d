import Messages
import Testing

@testable import WorkerClient

@Suite struct CallStateMachineTests {
    @Test func `a call ends with its answer, once`() {
        var script = CallScript(isWrite: false)
        script.reply(.result)
        script.reply(.result)
        script.loseConnection()
        #expect(script.codes == [nil])
        #expect(script.ends.first?.sends == 1)
        #expect(script.machine.statistics.lateReplies == 1)
    }

    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `a call that cannot be sent in time is unreachable, and was never sent`(isWrite: Bool, isKeyed: Bool) {
        var script = CallScript(isWrite: isWrite, isKeyed: isKeyed, isConnected: false)
        script.wait()
        #expect(script.codes == [.unreachable])
        #expect(script.sends == 0)
    }

    @Test func `who took the connection and says nothing is waited for as long as the call may take`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.machine.accepted()
        script.wait()
        #expect(script.codes == [.timedOut])
        #expect(script.sends == 0)
    }

    @Test func `who took the connection once and is gone is not waited for`() {
        var script = CallScript(isWrite: true, isConnected: false)
        script.machine.accepted()
        script.machine.absent()
        script.wait()
        #expect(script.codes == [.unreachable])
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
        #expect(script.codes == [.timedOut])
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
        #expect(script.codes == [nil])
        #expect(script.machine.statistics.resends == 2)
        #expect(script.machine.statistics.reconnects == 1)
    }

    @Test func `a write without a key is never sent twice, and unknown as soon as its connection is lost`() {
        var script = CallScript(isWrite: true)
        script.loseConnection()
        script.connect()
        #expect(script.sends == 1)
        #expect(script.codes == [.outcomeUnknown])
    }

    @Test func `a write without a key and without an answer is unknown when its time is over`() {
        var script = CallScript(isWrite: true)
        script.wait()
        #expect(script.sends == 1)
        #expect(script.codes == [.outcomeUnknown])
    }

    @Test func `a read without an answer is timed out`() {
        var script = CallScript(isWrite: false, timeout: .milliseconds(500))
        script.wait()
        #expect(script.codes == [.timedOut])
    }

    // MARK: Errors

    @Test(arguments: ErrorReason.allCases)
    func `a write without a key is sent once, whatever the error`(reason: ErrorReason) {
        var script = CallScript(isWrite: true)
        script.refuse(reason)
        script.wait()
        #expect(script.sends == 1)
        #expect(script.codes == [reason.outcome == .unknown ? .outcomeUnknown : .refused(RPCError(reason, ""))])
    }

    @Test(arguments: ErrorReason.allCases)
    func `a keyed write is sent again exactly when the error says that this helps`(reason: ErrorReason) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.refuse(reason)
        script.wait()
        #expect(script.sends == (reason.retry == .never ? 1 : 2))
        #expect(script.codes == (reason.retry == .never ? [.refused(RPCError(reason, ""))] : []))
    }

    @Test func `a service that refuses for the moment until the time is over has refused`() {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        while script.ends.isEmpty {
            script.refuse(.unavailable)
            script.wait()
        }
        #expect(script.codes == [.refused(RPCError(.unavailable, ""))])
        #expect(script.sends > 2)
    }

    @Test func `the service's own pause is kept`() {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(60))
        let before = script.now
        var error = RPCError(.overloaded, "")
        error.retryAfterMilliseconds = 7_000
        script.reply(.error(error))
        script.wait()
        #expect(script.sends == 2)
        #expect(before.duration(to: script.now) >= .seconds(7))
    }

    @Test func `a pause that would outlast the call ends it at once`() {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        var error = RPCError(.overloaded, "")
        error.retryAfterMilliseconds = Int.max
        script.reply(.error(error))
        #expect(script.codes == [.refused(error)])
    }

    @Test(arguments: [ErrorReason.internal, .commitUnknown])
    func `an unknown outcome of a keyed write stays unknown until an answer tells`(reason: ErrorReason) {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        while script.ends.isEmpty {
            script.refuse(reason)
            script.wait()
        }
        #expect(script.codes == [.outcomeUnknown])
        #expect(script.ends.first?.lastError == RPCError(reason, ""))
    }

    // MARK: A keyed write sent more than once

    @Test(arguments: [ErrorReason.deadlineExceeded, .unavailable, .overloaded, .storageUnavailable])
    func `a later refusal for the moment says nothing about a sending that was lost`(reason: ErrorReason) {
        var script = CallScript(isWrite: true, isKeyed: true, timeout: .seconds(5))
        script.loseConnection()
        script.connect()
        while script.ends.isEmpty {
            script.refuse(reason)
            script.wait()
        }
        #expect(script.codes == [.outcomeUnknown])
    }

    @Test(arguments: [ErrorReason.insufficientStock, .versionMismatch, .quantityOutOfRange])
    func `a refusal of the moment does not settle a lost sending, which may be read later`(reason: ErrorReason) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.loseConnection()
        script.connect()
        script.refuse(reason)
        #expect(script.codes == [.outcomeUnknown])
        #expect(script.ends.first?.lastError == RPCError(reason, ""))
    }

    @Test(arguments: [ErrorReason.insufficientStock, .versionMismatch, .invalidParams, .idempotencyKeyReused])
    func `a refusal that comes after the look for the key settles a sending whose outcome was unknown`(
        reason: ErrorReason
    ) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.commitUnknown)
        script.refuse(reason)
        #expect(script.codes == [.refused(RPCError(reason, ""))])
    }

    @Test(arguments: [ErrorReason.invalidParams, .idempotencyKeyReused, .unknownJuice, .unknownFruit])
    func `a refusal that the same content always gets settles a lost sending`(reason: ErrorReason) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.loseConnection()
        script.connect()
        script.refuse(reason)
        #expect(script.codes == [.refused(RPCError(reason, ""))])
    }

    @Test(arguments: [ErrorReason.permissionDenied, .unauthenticated, .methodNotFound])
    func `a refusal that may come before the look for the key does not`(reason: ErrorReason) {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.loseConnection()
        script.connect()
        script.refuse(reason)
        #expect(script.codes == [.outcomeUnknown])
    }

    @Test func `a refusal does not count while a second sending may still be carried out`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.insufficientStock)
        #expect(script.ends.isEmpty)
        script.reply(.result)
        #expect(script.codes == [nil])
    }

    @Test func `it counts when the second sending is refused too`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.insufficientStock)
        script.refuse(.unavailable)
        #expect(script.codes == [.refused(RPCError(.insufficientStock, ""))])
    }

    @Test func `if the second sending is lost, a third finds out`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.insufficientStock)
        script.loseConnection()
        script.connect()
        #expect(script.sends == 3)
        script.reply(.result)
        #expect(script.codes == [nil])
    }

    @Test func `if the second sending never answers, the outcome is unknown`() {
        var script = CallScript(isWrite: true, isKeyed: true)
        script.wait()
        script.refuse(.insufficientStock)
        script.wait()
        #expect(script.codes == [.outcomeUnknown])
    }

    // MARK: Ends from outside

    @Test func `an unreadable reply fails a read and leaves a write unknown`() {
        for (isWrite, code) in [(false, CallError.Code.badReply("x")), (true, .outcomeUnknown)] {
            var script = CallScript(isWrite: isWrite)
            script.reply(.unreadable("x"))
            #expect(script.codes == [code])
        }
    }

    @Test func `a cancelled call ends once, and its answer is late`() {
        var script = CallScript(isWrite: true)
        let ends = [script.machine.cancel(CallScript.call), script.machine.cancel(CallScript.call)]
        #expect(ends.map { $0?.ending } == [.failed(.cancelled), nil])
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
        let ends = (0..<2).map { _ in script.machine.notAdmitted(.keyRefused, now: script.now) }
        #expect(
            ends.map { $0.map(\.ending) } == [[.failed(wasSent ? .outcomeUnknown : .notAdmitted(.keyRefused))], []]
        )
        script.connect()
        #expect(script.sends == (wasSent ? 1 : 0))
    }

    @Test func `closing ends all calls in their order`() {
        var script = CallScript(isWrite: true)
        script.machine.begin(2, CallPolicy(CallOptions(isWrite: false), method: "m"), now: script.now)
        let ends = [script.machine.close(), script.machine.close()]
        #expect(ends.map { $0.map(\.number) } == [[1, 2], []])
    }
}
