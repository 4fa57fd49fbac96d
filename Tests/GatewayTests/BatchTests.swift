import Messages
import Platform
import ServiceContexts
import Testing
import WireJSON
import WorkerClient

@testable import Gateway
@testable import Terminal

/// Lines of a batch, what becomes of them, and what is said of all of them.
@Suite struct BatchTests {
    private func line(_ text: String) -> BatchLine { BatchLine(number: 3, text: Array(text.utf8), isCut: false) }

    private func request(_ text: String) throws -> BatchRequest { try line(text).content.get() }

    @Test func `a line names its service, its params and its key`() throws {
        let order = try request(#"{"method":"juice.order","params":{ "juice" : "망고" }}"#)
        #expect(order.service == .juice && order.params == Array(#"{"juice":"망고"}"#.utf8) && order.key == nil)
        let keyed = try request(#"{"jsonrpc":"2.0","method":"x.y","to":"calc","meta":{"idempotencykey":"k"}}"#)
        #expect(keyed.service == .calc && keyed.key == "k" && keyed.params == nil)
    }

    @Test func `what a line calls itself comes back as it was written, also with an error`() throws {
        for id in [#""a\u00e9""#, "-7", "18446744073709551616"] {
            let line = line(#"{"id":\#(id),"method":7}"#)
            let outcome = line.content.getError().map { BatchOutcome(line: line, state: .bad($0)) }
            let text = String(decoding: try #require(outcome).document, as: UTF8.self)
            #expect(text.hasPrefix(#"{"line":3,"id":\#(id),"status":"bad_line","error":{"#))
        }
        #expect(line(#"{"id":1.5,"method":7}"#).id == nil)
    }

    @Test(
        arguments: [
            ([], .ok),
            ([.bad(UsageError("x"))], .refused),
            ([.failed(.test(.refused(RPCError(.insufficientStock, ""))))], .refused),
            ([.failed(.test(.unreachable))], .unreachable),
            ([.failed(.test(.unreachable)), .bad(UsageError("x"))], .unreachable),
            ([.failed(.test(.unreachable)), .failed(.test(.refused(RPCError(.insufficientStock, ""))))], .incomplete),
            ([.failed(.test(.unreachable)), .failed(.test(.outcomeUnknown))], .outcomeUnknown),
        ] as [([BatchOutcome.State], ExitReason)]
    )
    func `the exit code is the worst that a line was`(states: [BatchOutcome.State], status: ExitReason) {
        var tally = BatchTally()
        for state in states { tally.add(state) }
        #expect(tally.status == status && tally.lines == states.count)
    }

    @Test func `the bar says how far it is, and of what there were any`() {
        var tally = BatchTally()
        for _ in 0..<3 { tally.add(.bad(UsageError("x"))) }
        #expect(
            BatchProgress.line(tally, share: 0.5, seconds: 1.5, in: .english)
                == "[##########··········] 50% · 0 ok · 3 bad lines · 2/s"
        )
        #expect(BatchProgress.line(tally, share: nil, seconds: 0, in: .korean) == "0 완료 · 3 잘못된 줄 · 초당 0건")
    }
}

extension Result {
    fileprivate func getError() -> Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
