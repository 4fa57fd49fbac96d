import Testing

@testable import WorkerRuntime

@Suite struct ConnectionRatesTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `whoever connects without end is admitted at a rate, and others as ever`() {
        var rates = ConnectionRates(burst: 512, perSecond: 256, boundsProcesses: true)
        func admitted(_ owner: ConnectionOwner, at time: UInt64) -> Int {
            (0..<2_000).count { _ in rates.admits(owner, at: time) }
        }
        #expect(admitted(.client("fast"), at: Self.second) == 512)
        #expect(admitted(.client("other"), at: Self.second) == 512)
        #expect(admitted(.client("fast"), at: 2 * Self.second) == 256)
        #expect(admitted(.client("fast"), at: 60 * Self.second) == 512)
        #expect(admitted(.process(1), at: 60 * Self.second) == 512)
        // Those whom nobody can tell apart would use up each other's.
        #expect(admitted(.anyone, at: 60 * Self.second) == 2_000)
    }

    @Test func `processes of the user may be left unbounded`() {
        var rates = ConnectionRates(burst: 1, perSecond: 1, boundsProcesses: false)
        let processes = (0..<10).count { _ in rates.admits(.process(1), at: Self.second) }
        #expect(processes == 10)
        let clients = (0..<10).count { _ in rates.admits(.client("one"), at: Self.second) }
        #expect(clients == 1)
    }
}
