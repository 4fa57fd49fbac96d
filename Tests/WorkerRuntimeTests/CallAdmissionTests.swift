import Messages
import Testing

@testable import WorkerEngine

/// Which calls may be done at all.
@Suite struct CallAdmissionTests {
    private let parts: EngineParts

    init() throws {
        var limits = WorkerLimits()
        limits.requests = 4
        limits.requestsPerPeer = 2
        parts = try EngineParts(limits: limits)
    }

    private func refusal(_ call: Call, after milliseconds: UInt64 = 0) throws -> String? {
        var now = EngineParts.start
        now.monotonic += milliseconds * 1_000_000
        do throws(RPCError) {
            try parts.admission.check(call, for: try parts.dispatch.route(to: call.request.method), at: now)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func `requests are counted in all, those of batches also by peer, until the round ends`() {
        let admission = parts.admission
        #expect(!admission.admit(3, of: 1))
        #expect(admission.admit(2, of: 1) && !admission.admit(1, of: 1))
        #expect(admission.admit(1, of: 2) && admission.admitOne() && !admission.admitOne())
        admission.endTick()
        #expect(admission.admit(2, of: 1))
    }

    @Test func `a role below the method's is refused, and a time that is over`() throws {
        let reader = PeerAccess(name: "r", role: .read, transport: .curve)
        #expect(try refusal(parts.call("counter.get", by: reader)) == nil)
        #expect(try refusal(parts.call("counter.add", by: reader)) == "PERMISSION_DENIED")
        let timed = try parts.call("counter.get", #""id":1,"meta":{"timeoutms":20}"#)
        #expect(try refusal(timed, after: 19) == nil)
        #expect(try refusal(timed, after: 20) == "DEADLINE_EXCEEDED")
    }

    @Test func `a draining service does nothing but the standard methods`() throws {
        parts.admission.isDraining = true
        #expect(try refusal(parts.call("counter.get")) == "UNAVAILABLE")
        #expect(try refusal(parts.call("service.health")) == nil)
    }

    @Test func `what replays look at is bounded in an iteration`() throws {
        try parts.admission.checkExamined()
        parts.admission.countExamined(8_000)
        #expect(throws: RPCError.self) { try parts.admission.checkExamined() }
        #expect(parts.admission.share >= 1)
        parts.admission.endIteration()
        try parts.admission.checkExamined()
    }
}
