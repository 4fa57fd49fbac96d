import Testing

@testable import PeerGuard

@Suite struct ArrivalHoldsTests {
    private static let millisecond: UInt64 = 1_000_000

    /// An attack for so many milliseconds from 1 s on, during which memory grows whenever somebody may come: when nobody may.
    private func closedTimes(growthUntil end: UInt64) -> [ClosedRange<UInt64>] {
        var holds = ArrivalHolds()
        var closed: [ClosedRange<UInt64>] = []
        var since: UInt64?
        for time in stride(from: UInt64(1_000), to: 6_000, by: 2) {
            let now = time * Self.millisecond
            let isHeld = holds.isHeld(at: now)
            if isHeld, since == nil { since = time }
            if !isHeld, let begin = since {
                closed.append(begin...time)
                since = nil
                holds.opened(at: now)
            }
            if time < 1_000 + end, !isHeld { holds.ask(at: now) }
        }
        return closed
    }

    @Test func `nobody may come as soon as memory grows, and everybody again when it does not`() {
        let closed = closedTimes(growthUntil: 2)
        #expect(closed == [1_002...1_102])
    }

    @Test func `however long an attack takes, whoever tries for 200 ms gets in between two holds`() {
        let closed = closedTimes(growthUntil: 4_000)
        #expect(closed.count > 5)
        for (earlier, later) in zip(closed, closed.dropFirst()) {
            #expect(later.lowerBound - earlier.upperBound >= 200)
        }
    }

    @Test func `an attack that goes on is held for longer each time, but never for half a second`() {
        let closed = closedTimes(growthUntil: 4_000).map { $0.upperBound - $0.lowerBound }
        #expect(closed.prefix(3) == [100, 200, 400])
        #expect(closed.allSatisfy { $0 <= 400 })
    }

    @Test func `after a rest the next attack begins with a short hold`() {
        var holds = ArrivalHolds()
        for time in [1_000, 3_000, 9_000] as [UInt64] {
            holds.ask(at: time * Self.millisecond)
            let isHeld = [time, time + 99, time + 100].map { holds.isHeld(at: $0 * Self.millisecond) }
            #expect(isHeld == [true, true, false])
            holds.opened(at: (time + 100) * Self.millisecond)
        }
    }

    @Test func `what was asked for while nobody came, and too long ago, closes nothing`() {
        var holds = ArrivalHolds()
        holds.opened(at: 1_000 * Self.millisecond)
        holds.ask(at: 1_010 * Self.millisecond)
        let isHeld = [1_020, 1_500].map { holds.isHeld(at: $0 * Self.millisecond) }
        #expect(isHeld == [false, false])
    }
}
