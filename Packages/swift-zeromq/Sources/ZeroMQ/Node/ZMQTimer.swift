/// The name of one scheduled callback, by which it can be cancelled.
public struct ZMQTimer: Sendable, Hashable {
    let id: UInt64
}
