import Testing

@testable import WorkerEngine
@testable import WorkerRuntime

/// How much the log has of requests that change nothing.
@Suite struct AuditQuotaTests {
    private func told(_ quota: inout AuditQuota, _ outcome: AuditOutcome, by peer: String, _ count: Int) -> Int {
        var told = 0
        for _ in 0..<count where quota.admits(outcome, of: peer) { told += 1 }
        return told
    }

    @Test func `every write that was done is told`() {
        var quota = AuditQuota(most: 2)
        #expect(told(&quota, .done, by: "ann", 100) == 100)
        #expect(quota.isEmpty && quota.take().isEmpty)
    }

    @Test func `of what changed nothing some are told for each peer and outcome, and the others counted`() {
        var quota = AuditQuota(most: 2)
        #expect(told(&quota, .refused("PERMISSION_DENIED"), by: "ann", 5) == 2)
        #expect(told(&quota, .deduplicated, by: "ann", 4) == 2)
        #expect(told(&quota, .deduplicated, by: "bob", 2) == 2)
        let left = quota.take()
        #expect(left.map(\.kind.peer) == ["ann", "ann"])
        #expect(left.map(\.kind.outcome) == [.refused("PERMISSION_DENIED"), .deduplicated])
        #expect(left.map(\.count) == [3, 2])
    }

    @Test func `after the counts were told all begins again`() {
        var quota = AuditQuota(most: 1)
        #expect(told(&quota, .deduplicated, by: "ann", 3) == 1)
        _ = quota.take()
        #expect(quota.isEmpty)
        #expect(told(&quota, .deduplicated, by: "ann", 1) == 1)
        #expect(quota.take().isEmpty)
    }
}
