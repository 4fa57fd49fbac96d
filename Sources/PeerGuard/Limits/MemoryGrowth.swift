/// Says when it is worth finding out who fills the memory.
///
/// Looking at all connections takes time, and a service that needs much memory for good must not do it all the time:
/// only when much is in use and it has become more.
struct MemoryGrowth {
    /// What to do after a look at the memory.
    enum Action: Hashable {
        case nothing
        /// Look at the connections.
        case look
        /// There is no hurry any more.
        case rest
    }

    /// Bytes by which the memory grows until the connections are looked at again.
    private static var step: Int { 8 << 20 }
    /// Looks without such a growth, of 10 ms each, after which there is no hurry any more.
    private static var quiet: Int { 1_000 }

    private var mark: Int?
    private var looksSinceGrowth = 0

    /// Takes a look at the memory.
    ///
    /// - Parameters:
    ///   - used: Bytes in use.
    ///   - isMuch: Whether that is much.
    mutating func note(_ used: Int, isMuch: Bool) -> Action {
        guard isMuch, let mark else {
            let wasLooking = mark != nil && looksSinceGrowth <= Self.quiet
            mark = isMuch ? used : nil
            looksSinceGrowth = 0
            return isMuch ? .look : wasLooking ? .rest : .nothing
        }
        guard used - mark < Self.step else {
            self.mark = used
            looksSinceGrowth = 0
            return .look
        }
        self.mark = min(mark, used)
        looksSinceGrowth = min(looksSinceGrowth + 1, Self.quiet + 1)
        return looksSinceGrowth == Self.quiet ? .rest : .nothing
    }
}
