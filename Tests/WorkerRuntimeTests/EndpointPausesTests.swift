import Testing

@testable import PeerGuard

@Suite struct EndpointPausesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `endpoints are given up when too many connections cannot be accepted within a second`() {
        var pauses = EndpointPauses(maximumLeaving: 100, maximumFailures: 2)
        func failures(_ count: Int, at time: UInt64) -> [EndpointPauses.Reason] {
            (0..<count).compactMap { _ in pauses.acceptFailed(at: time) }
        }
        #expect(failures(2, at: Self.second).isEmpty)
        #expect(failures(2, at: 2 * Self.second).isEmpty)
        #expect(failures(1, at: 2 * Self.second) == [.acceptFailures])
        pauses.paused()
        #expect(failures(2, at: 2 * Self.second).isEmpty)
    }

    @Test func `endpoints are given up when too many peers leave within a second`() {
        var pauses = EndpointPauses(maximumLeaving: 3, maximumFailures: 1)
        func leaving(_ count: Int, at time: UInt64) -> [EndpointPauses.Reason] {
            (0..<count).compactMap { _ in pauses.left(at: time) }
        }
        #expect(leaving(3, at: Self.second).isEmpty)
        #expect(leaving(3, at: 2 * Self.second).isEmpty)
        #expect(leaving(1, at: 2 * Self.second) == [.leaving])
        pauses.paused()
        #expect(leaving(3, at: 2 * Self.second).isEmpty)
    }
}
