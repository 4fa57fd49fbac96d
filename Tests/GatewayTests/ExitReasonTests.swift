import Messages
import Testing
import WireJSON
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct ExitReasonTests {
    @Test func `the numbers are those that scripts rely on`() {
        #expect(ExitReason.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 130, 143])
    }

    @Test(arguments: [
        (CallError.Code.refused(RPCError(.unknownJuice, "")), true, ExitReason.refused),
        (.refused(RPCError(.internal, "")), false, .refused),
        (.refused(RPCError(.internal, "")), true, .outcomeUnknown),
        (.unreachable, true, .unreachable),
        (.timedOut, false, .unreachable),
        (.timedOut, true, .unreachable),
        (.outcomeUnknown, true, .outcomeUnknown),
        (.tooLarge(""), true, .usage),
        (.badReply(""), false, .refused),
        (.badReply(""), true, .outcomeUnknown),
        (.cancelled, true, .interrupted),
    ])
    func `each way to fail has its exit code`(reason: CallError.Code, isWrite: Bool, status: ExitReason) {
        #expect(CallFailure.test(reason, isWrite: isWrite).status == status)
    }

    @Test func `a write that never left is not in doubt`() {
        #expect(!CallFailure.test(.unreachable, wasSent: false).isOutcomeUnknown)
        #expect(!CallFailure.test(.cancelled, wasSent: false).isOutcomeUnknown)
        #expect(CallFailure.test(.cancelled, wasSent: true).isOutcomeUnknown)
    }

    @Test(arguments: [
        (4, 4, false, 4, ExitReason.ok),
        (3, 3, false, 4, .incomplete),
        (3, 4, false, 4, .incomplete),
        (0, 4, false, 4, .incomplete),
        (0, 1, false, 4, .incomplete),
        (0, 0, false, 4, .unreachable),
        (3, 3, true, 4, .outcomeUnknown),
        (0, 0, true, 1, .outcomeUnknown),
    ])
    func `a fan-out is all, some or none`(ok: Int, answered: Int, isUnknown: Bool, total: Int, status: ExitReason) {
        #expect(ExitReason(ok: ok, answered: answered, isUnknown: isUnknown, of: total) == status)
    }

    @Test(arguments: [(400, true), (413, true), (415, true), (422, true), (404, false), (409, false), (503, false)])
    func `an error of another service is wrong input by its status`(status: Int, isWrongInput: Bool) throws {
        let text = #"{"code": 1, "message": "no", "data": {"reason": "NEGATIVE", "status": \#(status)}}"#
        #expect(try #require(RPCError(try JSONReader().read(text))).isWrongInput == isWrongInput)
    }
}
