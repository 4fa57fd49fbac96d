import Testing

@testable import WorkerRuntime

@Suite struct DrainProgressTests {
    private static let millisecond: UInt64 = 1_000_000

    @Test func `a service whose callers are quiet ends at the third look`() {
        var progress = DrainProgress()
        progress.began(at: 0)
        let looks = [50, 100, 150].map { progress.stepped(at: $0 * Self.millisecond) }
        #expect(looks == [false, false, true])
    }

    @Test(arguments: [50, 400, 5_000] as [UInt64])
    func `a service whose callers go on ends after a second, however long its iterations are`(iteration: UInt64) {
        var progress = DrainProgress()
        var now: UInt64 = 7
        progress.began(at: now)
        repeat {
            progress.sawMessages()
            now += iteration * Self.millisecond
        } while !progress.stepped(at: now)
        #expect(now >= 1_000 * Self.millisecond)
        #expect(now < (1_000 + iteration) * Self.millisecond + 7 + Self.millisecond)
    }
}
