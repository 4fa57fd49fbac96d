internal import Glibc
internal import Synchronization

/// Makes keys for writes.
package enum IdempotencyKey {
    private static let sequence = Mutex(UUIDSequence())

    /// A new key: a UUID of version 7 (RFC 9562) in lower case, greater than every one made before in this process.
    ///
    /// Keys that grow with time keep the index of a store hot.
    package static func make() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = UInt64(max(0, time.tv_sec)) * 1_000 + UInt64(max(0, time.tv_nsec)) / 1_000_000
        // From the system's generator, which is fit for secrets.
        let (random, start) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        return sequence.withLock { $0.next(milliseconds: milliseconds, random: random, start: start) }
    }
}
