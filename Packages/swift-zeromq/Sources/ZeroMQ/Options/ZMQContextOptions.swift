/// How the context of a node behaves, which all its sockets share.
///
/// A value out of its range makes the node refuse to start with `invalidOption`.
public struct ZMQContextOptions: Sendable, Hashable {
    /// The threads that move bytes for all sockets, 1…64.
    ///
    /// One is enough below a gigabyte per second.
    public var ioThreads = 1
    /// The most sockets that may be open at a time, 1…65535; one more throws `tooManyOpenFiles`.
    ///
    /// A monitor takes one, and so does an authenticator.
    public var maximumSockets = 1_023
    /// The processors that the I/O threads may run on, by their numbers; empty for all.
    public var processors: Set<Int> = []
    /// Whether messages that are received share the memory that they were read into, some 8 KiB at a time.
    ///
    /// Without it each is copied once more, and one that is kept for long keeps nothing else.
    public var sharesReceivedMemory = true

    /// One I/O thread, and the library's other defaults.
    public init() {}
}
