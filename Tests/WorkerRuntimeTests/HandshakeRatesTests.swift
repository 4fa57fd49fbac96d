import Testing

@testable import WorkerRuntime

@Suite struct HandshakeRatesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `a client that connects without end is admitted at a rate, and others as ever`() {
        var rates = HandshakeRates()
        let atOnce = (0..<2_000).count { _ in rates.admits("fast", at: Self.second) }
        #expect(atOnce == 512)
        let isOtherAdmitted = rates.admits("slow", at: Self.second)
        #expect(isOtherAdmitted)
        let later = (0..<2_000).count { _ in rates.admits("fast", at: 2 * Self.second) }
        #expect(later == 256)
        let rested = (0..<2_000).count { _ in rates.admits("fast", at: 60 * Self.second) }
        #expect(rested == 512)
    }
}
