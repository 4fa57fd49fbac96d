import Testing
import ZeroMQ

@testable import WorkerClient

/// What a client makes of a handshake that fails.
@Suite struct HandshakeJudgeTests {
    private static let hangup = ZMQMonitorEvent.Kind.handshakeFailed(.interrupted(errno: 32))

    private var judge = HandshakeJudge(hasKeys: true)
    private var now = SuspendingClock().now

    /// Connects, and fails so much later.
    private mutating func fail(after delay: Duration = .milliseconds(1)) -> AdmissionFault? {
        _ = judge.judge(.connected, at: now)
        now += delay
        return judge.judge(Self.hangup, at: now)
    }

    @Test mutating func `one hang-up may be a service that ends, a second at once is a wrong key`() {
        let faults = [fail(), fail()]
        #expect(faults == [nil, .wrongServerKey])
    }

    @Test mutating func `a service that is slow, gone, or lets us in between is none with another key`() {
        var faults = [fail(after: .seconds(1)), fail(after: .seconds(1)), fail(after: .seconds(1)), fail()]
        faults.append(judge.judge(.closed, at: now))
        faults.append(fail())
        faults.append(judge.judge(.handshakeSucceeded, at: now))
        faults.append(fail())
        #expect(faults.allSatisfy { $0 == nil }, "\(faults)")
    }

    @Test mutating func `without keys a hang-up says nothing`() {
        judge = HandshakeJudge(hasKeys: false)
        let faults = [fail(), fail(), fail()]
        #expect(faults == [nil, nil, nil])
    }

    @Test(arguments: [(true, AdmissionFault.keyRefused, AdmissionFault.curveMissing), (false, .keyNeeded, .keyNeeded)])
    func `what the other end says is told at once`(hasKeys: Bool, refused: AdmissionFault, mismatch: AdmissionFault) {
        var judge = HandshakeJudge(hasKeys: hasKeys)
        let failures: [(ZMQHandshakeFailure, AdmissionFault?)] = [
            (.refused(status: 400), refused), (.protocolError(ZMQHandshakeFailure.otherMechanism), mismatch),
            // These may pass: the handler is not ready, or it failed.
            (.refused(status: 300), nil), (.refused(status: 500), nil),
        ]
        for (failure, fault) in failures {
            let told = judge.judge(.handshakeFailed(failure), at: now)
            #expect(told == fault, "\(failure)")
        }
    }
}
