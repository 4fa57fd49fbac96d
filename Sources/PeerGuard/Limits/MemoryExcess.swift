/// Says when a process that uses more memory than it may has to end.
///
/// Peers that send as fast as they can fill memory while the thread that reads from them waits for a disk, and all of
/// that is free again once it has read. So it goes on as long as memory becomes less.
struct MemoryExcess {
    /// Looks in a row without a decrease after which it has to end: 50 ms, in which a flood on loopback, which fills
    /// about a GiB a second, adds some 50 MiB.
    private static var maxLooks: Int { 5 }

    /// The least that was used since it was too much; `nil` while it is not.
    private var least: Int?
    private var looksSinceDecrease = 0

    /// Takes a look at the memory.
    ///
    /// - Parameters:
    ///   - used: Bytes in use.
    ///   - limit: How many there may be.
    /// - Returns: Whether the process has to end.
    mutating func isLasting(_ used: Int, limit: Int) -> Bool {
        guard used > limit else {
            least = nil
            return false
        }
        if let least, used >= least {
            looksSinceDecrease += 1
        } else {
            looksSinceDecrease = 0
            least = used
        }
        return looksSinceDecrease >= Self.maxLooks
    }
}
