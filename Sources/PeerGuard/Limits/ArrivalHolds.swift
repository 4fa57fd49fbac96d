/// Says when nobody new may come, because memory grows by what was asked by clients who have left.
///
/// A client that finds nobody tries again after 100 to 200 ms, as libzmq does by itself; an attacker does at once. If
/// the time between two holds were left to chance, a client might try in a hold again and again. So between two of them
/// there is time for everybody to try once, and an attack that goes on makes the holds longer, up to a bound.
struct ArrivalHolds {
    /// Nanoseconds between two holds at least.
    private static let between: UInt64 = 200_000_000
    /// Nanoseconds of the first hold, and of the longest: one that follows another takes twice as long as that.
    private static let first: UInt64 = 100_000_000
    private static let longest: UInt64 = 400_000_000

    /// When a hold was asked for that has not begun.
    private var asked: UInt64?
    /// When everybody could come again, after a hold or for another reason.
    private var opened: UInt64?
    private var heldUntil: UInt64 = 0
    private var length: UInt64 = 0

    /// Asks for a hold, which begins as soon as it may.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    mutating func ask(at now: UInt64) {
        // What grows during a hold is what came before it.
        if now >= heldUntil { asked = now }
    }

    /// Whether nobody may come now.
    mutating func isHeld(at now: UInt64) -> Bool {
        guard now >= heldUntil else { return true }
        guard let asked else { return false }
        let sinceOpened = opened.map { now - min(now, $0) } ?? .max
        guard sinceOpened >= Self.between else { return false }
        self.asked = nil
        // Nobody has come since, or this would have been asked before.
        guard now - min(now, asked) <= Self.between else { return false }
        length = sinceOpened < 2 * Self.between ? min(max(2 * length, Self.first), Self.longest) : Self.first
        heldUntil = now + length
        return true
    }

    /// Everybody may come again.
    mutating func opened(at now: UInt64) {
        opened = now
    }
}
