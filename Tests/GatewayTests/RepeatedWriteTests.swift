import Messages
import Testing
import WorkerClient

@testable import Gateway

/// Repeats of another run's write.
@Suite struct RepeatedWriteTests {
    @Test func `an attachment is known by its hash`() {
        let note = OutboxAttachment(Attachment(bytes: Array("abc".utf8), path: "/a/b.png"))
        #expect(note.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(note.path == "/a/b.png")
    }

    @Test(arguments: [
        (CallError.Code.unreachable, false, true), (.timedOut, false, true),
        (.refused(RPCError(.overloaded, "")), true, true),
        (.refused(RPCError(.insufficientStock, "")), true, false),
        (.refused(RPCError(.idempotencyKeyReused, "")), true, false),
    ])
    func `a repeat that proves nothing leaves the outcome unknown`(
        reason: CallError.Code,
        wasSent: Bool,
        isUnknown: Bool
    ) {
        var failure = CallFailure.test(reason, wasSent: wasSent)
        #expect(!failure.isOutcomeUnknown)
        failure.isRepeat = true
        #expect(failure.isOutcomeUnknown == isUnknown)
        #expect((failure.status == .outcomeUnknown) == isUnknown)
        let lines = Texts.english.lines(failure, .plain).joined(separator: "\n")
        #expect(lines.contains("--key k1") == isUnknown)
    }
}
