import Messages
import Testing
import ZeroMQPatterns

@testable import WorkerClient

/// What the errors of services mean for the calls that get them.
@Suite struct RefusalTests {
    private static let write = CallPolicy(CallOptions(idempotencyKey: "k", isWrite: true), method: "a")
    private static let keyless = CallPolicy(CallOptions(isWrite: true), method: "a")

    private func refusal(_ reason: ErrorReason, _ policy: CallPolicy = write) -> CallRefusal {
        CallRefusal(RPCError(reason, ""), policy)
    }

    @Test(arguments: ErrorReason.suite)
    func `what the table of errors says of outcome and retry is what decides`(reason: ErrorReason) {
        #expect(refusal(reason).mayHaveHappened == (reason.outcome == .unknown))
        #expect(refusal(reason).mayBeSentAgain == (reason.retry != .never))
        #expect(refusal(reason, Self.keyless).mayBeSentAgain == (reason.retry == .always))
        #expect(refusal(reason).wasServed == (reason.code > 0))
    }

    @Test func `only a replica, one that is behind and one that is not ready leave it to another worker`() {
        for reason in ErrorReason.suite {
            switch reason {
            case .notActive: #expect(refusal(reason).elsewhere == .active([]))
            case .behind, .unavailable: #expect(refusal(reason).elsewhere == .others)
            default: #expect(refusal(reason).elsewhere == .nobody)
            }
        }
        var error = RPCError(.notActive, "")
        error.active = ActiveWorker(rpc: ["a", "b"], events: ["c"])
        #expect(CallRefusal(error, Self.write).elsewhere == .active(["a", "b"]))
    }

    @Test(
        arguments: [
            (.insufficientStock, true, false), (.versionMismatch, true, false), (.quantityOutOfRange, true, false),
            (.invalidParams, true, true), (.idempotencyKeyReused, true, true), (.unknownJuice, true, true),
            (.unknownFruit, true, true), (.permissionDenied, false, false), (.unauthenticated, false, false),
            (.methodNotFound, false, false), (.unavailable, false, false), (.deadlineExceeded, false, false),
        ] as [(ErrorReason, Bool, Bool)]
    )
    func `what a refusal proves of other sendings`(reason: ErrorReason, earlier: Bool, later: Bool) {
        #expect(refusal(reason).provesNoEarlierEffect == earlier)
        #expect(refusal(reason).provesNoLaterEffect == later)
    }

    @Test func `the service's own pause is kept, and who cannot store is known`() {
        var error = RPCError(.overloaded, "")
        for (milliseconds, pause) in [(7_000, Duration.seconds(7)), (-1, .zero), (Int.max, .milliseconds(Int.max))] {
            error.retryAfterMilliseconds = milliseconds
            #expect(CallRefusal(error, Self.write).leastPause == pause)
        }
        let unable = ErrorReason.suite.filter { refusal($0).cannotStore }
        #expect(unable == [.storageUnavailable, .commitUnknown])
    }

    @Test func `what became of a write is asked of who takes writes`() {
        let options = CallOptions(isWrite: false)
        #expect(CallPolicy(options, method: ServiceMethod.outcome.name).needsActive)
        #expect(!CallPolicy(options, method: ServiceMethod.replay.name).needsActive)
        #expect(Self.write.needsActive && Self.keyless.needsActive)
    }
}
