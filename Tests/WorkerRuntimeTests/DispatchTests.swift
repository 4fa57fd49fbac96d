import Messages
import Testing
import WireJSON

@testable import WorkerEngine

/// Which method a name leads to.
@Suite struct DispatchTests {
    private let parts: EngineParts

    init() throws {
        parts = try EngineParts()
    }

    @Test func `own methods and standard ones are found, and each is what it says`() throws {
        let add = try parts.dispatch.route(to: "counter.add")
        #expect(add.isWrite && !add.isStandard && add.isAlwaysGiven && add.standing == .undecided)
        let entries = try parts.dispatch.route(to: "counter.entries")
        #expect(!entries.isWrite && entries.readsCommitted && entries.standing == .settled)
        let drain = try parts.dispatch.route(to: "service.drain")
        #expect(drain.isWrite && drain.isStandard && drain.role == .operate && !drain.isAlwaysGiven)
    }

    @Test func `an unknown name is refused with those that are near`() throws {
        let error = #expect(throws: RPCError.self) { try parts.dispatch.route(to: "counter.ad") }
        #expect(error?.reason == "METHOD_NOT_FOUND" && error?.suggestions.first == "counter.add")
    }

    @Test func `a write that nobody waits for is not done`() throws {
        let call = try parts.call("counter.add", #""params":{"amount":1}"#)
        var result = JSONWriter()
        var attachments: [[UInt8]] = []
        let step = try parts.dispatch.perform(
            call,
            by: try parts.dispatch.route(to: "counter.add"),
            with: [],
            into: &result,
            attachments: &attachments
        )
        guard case .refusedNotification = step else {
            Issue.record("\(step)")
            return
        }
        #expect(parts.number == 0)
    }
}
