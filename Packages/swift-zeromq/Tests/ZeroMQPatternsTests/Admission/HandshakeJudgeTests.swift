import Testing
import ZeroMQ

@testable import ZeroMQPatterns

/// What a client makes of a handshake that fails.
@Suite struct HandshakeJudgeTests {
    private static let hangup = ZMQMonitorEvent.Kind.handshakeFailed(.interrupted(errno: 32))

    private var judge = HandshakeJudge(hasKeys: true)
    private var now = SuspendingClock().now

    /// Connects, and fails so much later.
    private mutating func fail(after delay: Duration = .milliseconds(1)) -> HandshakeJudge.Verdict? {
        _ = judge.judge(.connected, at: now)
        now += delay
        return judge.judge(Self.hangup, at: now)
    }

    @Test mutating func `one hang-up may be a service that ends, a second at once has to be asked about`() {
        let verdicts = [fail(), fail()]
        #expect(verdicts == [nil, .suspect])
        let unknown = judge.judge(nil)
        #expect(unknown == nil)
        let later = [fail(), fail()]
        #expect(later == [nil, .suspect])
    }

    @Test(
        arguments: [
            (ZMQMechanism.curve, true, AdmissionFault.wrongServerKey), (.null, true, .curveMissing),
            (.plain, true, .curveMissing), (.curve, false, .keyNeeded), (.null, false, nil),
        ] as [(ZMQMechanism, Bool, AdmissionFault?)]
    )
    func `what is spoken there says what is wrong`(mechanism: ZMQMechanism, hasKeys: Bool, fault: AdmissionFault?) {
        var judge = HandshakeJudge(hasKeys: hasKeys)
        let told = judge.judge(mechanism)
        #expect(told == fault)
    }

    @Test mutating func `a service that is slow, gone, or lets us in between is no doubt`() {
        var faults = [fail(after: .seconds(1)), fail(after: .seconds(1)), fail(after: .seconds(1)), fail()]
        faults.append(judge.judge(.closed, at: now))
        faults.append(fail())
        faults.append(judge.judge(.handshakeSucceeded, at: now))
        faults.append(fail())
        #expect(faults.allSatisfy { $0 == nil }, "\(faults)")
    }

    @Test(arguments: [(true, AdmissionFault.keyRefused, AdmissionFault.curveMissing), (false, .keyNeeded, .keyNeeded)])
    func `what the other end says is told at once`(hasKeys: Bool, refused: AdmissionFault, mismatch: AdmissionFault) {
        var judge = HandshakeJudge(hasKeys: hasKeys)
        let failures: [(ZMQHandshakeFailure, HandshakeJudge.Verdict?)] = [
            (.refused(status: 400), .fault(refused)),
            (.protocolError(ZMQHandshakeFailure.otherMechanism), .fault(mismatch)),
            // These may pass: the handler is not ready, or it failed.
            (.refused(status: 300), nil), (.refused(status: 500), nil),
        ]
        for (failure, fault) in failures {
            let told = judge.judge(.handshakeFailed(failure), at: now)
            #expect(told == fault, "\(failure)")
        }
    }
}
