/// An event with its place in a stream.
public protocol SequencedEvent: Sendable {
    /// Its place: 1 for the first of an epoch, one more for each that follows.
    var sequence: Int { get }

    /// Whether it is of this life of the stream.
    ///
    /// - Parameter epoch: The name that the publisher gave to one life of the stream: a stream that restarts, because what it
    ///   was kept in is new or was restored, has another.
    func isOf(epoch: String) -> Bool
}

/// A place in a stream.
public struct StreamPosition: Sendable, Hashable {
    /// The life of the stream.
    public let epoch: String
    /// The newest event before it; 0 before the first.
    public var sequence: Int

    /// Creates a position.
    public init(epoch: String, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }
}

/// Where a subscription begins.
public enum StreamStart: Sendable, Hashable {
    /// With the events after the moment of joining.
    case now
    /// With the events after a position of whatever epoch the stream has; 0 for everything there is.
    case after(Int)
    /// With the events after a position that was remembered; in another epoch the subscriber learns by a ``Resync`` and begins at
    /// the moment of joining.
    case position(epoch: String, after: Int)
}
