/// How often the calls of one client may be sent again over a connection that lives.
///
/// A server that is slow or refuses has enough to do; a client that answers by asking more makes it worse, and keeps it
/// so when the cause is long gone. So a tenth of the calls may be sent again, and a few more for a client that calls
/// seldom. Sending again over a new connection is free: what was sent over the old one died with it.
struct RetryBudget {
    typealias Instant = SuspendingClock.Instant

    /// What each call begun adds, in sendings.
    private static let share = 0.1
    /// What each second adds, whether there are calls or not.
    private static let perSecond = 10.0
    /// The most that is saved up, and what there is at first.
    private static let maxBalance = 20.0

    private var balance = RetryBudget.maxBalance
    private var refilled: Instant?

    /// A call was begun.
    mutating func deposit() {
        balance = min(Self.maxBalance, balance + Self.share)
    }

    /// Takes one sending.
    ///
    /// - Returns: Whether there was one.
    mutating func withdraw(now: Instant) -> Bool {
        if let refilled {
            let elapsed = max(.zero, refilled.duration(to: now))
            balance = min(Self.maxBalance, balance + Self.perSecond * (elapsed / .seconds(1)))
        }
        refilled = now
        guard balance >= 1 else { return false }
        balance -= 1
        return true
    }
}
