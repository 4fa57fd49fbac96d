import Testing

@testable import StructuredLog

@Suite struct LogLimitTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `twenty alike are told in ten seconds, and then how many were not`() {
        let limit = LogLimit()
        let told = (0..<50).filter { _ in limit.admit("full", now: Self.second).isAdmitted }.count
        #expect(told == 20)
        #expect(limit.admit("other", now: 2 * Self.second).isAdmitted)
        #expect(limit.admit("other", now: 10 * Self.second).leftOut.isEmpty)
        let later = limit.admit("other", now: 11 * Self.second)
        #expect(later.leftOut.map(\.message) == ["full"] && later.leftOut.map(\.count) == [30])
        #expect(limit.admit("full", now: 11 * Self.second).isAdmitted)
        #expect(limit.admit("other", now: 12 * Self.second).leftOut.isEmpty)
    }

    @Test func `lines of any number of kinds are bounded too`() {
        let limit = LogLimit()
        let told = (0..<10_000).filter { limit.admit("line \($0)", now: Self.second).isAdmitted }.count
        #expect(told < 300)
    }
}
