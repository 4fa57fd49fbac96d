internal import NIOCore

/// What a connection may take of time and memory, and how many there may be.
struct RequestLimits: Sendable {
    /// The most connections at a time.
    var connections: Int
    /// How long the first request's head may take, from the beginning of the connection.
    var headTime: TimeAmount
    /// How long a body may take, plus one second for each ``bytesPerSecond`` received.
    var bodyTime: TimeAmount
    /// How long a connection may stay on which nothing comes or goes, also because its reader takes nothing.
    var idleTime: TimeAmount
    /// The most bytes of heads and bodies in memory, of all requests that are read or answered.
    var bodyMemory: Int
    /// The most bytes of answers in memory.
    var answerMemory: Int
    /// The memory of the program from which on it takes no new work, in bytes.
    var memory: Int

    /// The most requests of a connection that are read or answered at a time.
    static let maxRequests = 16
    /// The most bytes that are read from a connection at once.
    static let maxRead = 16 << 10
    /// Up to here, in bytes, the requests of a connection find room that larger ones leave.
    static let smallRequest = 16 << 10
    /// How long a connection may go without sending a part of an answer that waits, where there is hardly room for others, and
    /// where there is none.
    static let stallTime = (usual: TimeAmount.seconds(5), full: TimeAmount.seconds(1))

    /// The most fields of a head.
    static let maxFieldCount = 100
    /// The most bytes of a field, and of the path with its query.
    static let maxFieldBytes = 16_384
    /// The most bytes of all fields of a head together, and the path.
    static let maxFieldsBytes = 32_768
    /// A body may be slow, but not slower than this: that of a bad mobile connection.
    static let bytesPerSecond = 16 << 10
    /// The largest body of all routes.
    ///
    /// What exceeds a route's own limit is read and dropped up to here, so that its sender
    /// reads the answer.
    static let largestBody = OpenMarketCall.largestForm
    /// How much the system keeps of an answer that it has not sent yet (`TCP_NOTSENT_LOWAT`).
    ///
    /// Without it a reader that has stopped has megabytes waiting, and the time that it takes to make them.
    static let unsentBytes = 16 << 10
    /// How long a refused sender has to read the answer before the connection is gone.
    static let lingering = TimeAmount.seconds(2)

    /// When a body has to be there of which some bytes came so far.
    func bodyDeadline(from start: NIODeadline, bytes: Int) -> NIODeadline {
        start + bodyTime + .seconds(Int64(bytes / Self.bytesPerSecond))
    }
}
