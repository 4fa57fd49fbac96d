internal import Platform
internal import Synchronization

/// Makes keys for writes.
package enum IdempotencyKey {
    private static let sequence = Mutex(UUIDSequence())

    /// A new key: a UUID of version 7 (RFC 9562) in lower case, greater than every one made before in this process.
    ///
    /// Keys that grow with time keep the index of a store hot.
    package static func make() -> String {
        // From the system's generator, which is fit for secrets.
        let (random, start) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        return sequence.withLock { $0.next(milliseconds: UInt64(SystemClock.wall), random: random, start: start) }
    }
}
