internal import Messages
internal import WireJSON

/// How much a service takes at once; over it, a clear error, never growth.
public struct WorkerLimits: Sendable, Hashable {
    // MARK: One message

    /// Messages taken from the socket in one turn, and so the most that one commit waits for.
    public var messagesPerTurn = 256
    /// Frames of one message after the delimiter: one JSON and up to seven attachments.
    public var frames = 8
    /// Bytes of the JSON frame.
    public var jsonBytes = 256 * 1024
    /// Bytes of any frame; libzmq disconnects a peer that announces more.
    public var frameBytes = 1024 * 1024
    /// Bytes of all frames of a message together.
    public var messageBytes = 8 * 1024 * 1024
    /// Nesting of objects and arrays, the outermost value being 1.
    public var jsonDepth = 64
    /// Members of one object.
    public var jsonMembers = 256
    /// Bytes of one JSON string as it stands between its quotes; by default as many as the frame has.
    public var jsonStringBytes = 256 * 1024
    /// Requests of one batch.
    public var batch = RequestText.largestBatch

    // MARK: Many messages

    /// Unanswered requests of one peer.
    public var requestsPerPeer = 1_024
    /// Unanswered requests in the service.
    public var requests = 16_384
    /// Writes whose preparation, and reads whose computing, waits or runs, of one peer.
    public var preparationsPerPeer = 16
    /// The same in the service.
    public var preparations = 64
    /// Bytes of all requests whose preparation waits or runs.
    public var preparationBytes = 64 << 20
    /// Preparations that run at the same time.
    public var preparationsAtOnce = 2
    /// Reads that wait for a disk, of one peer.
    public var readingsPerPeer = 256
    /// The same in the service.
    public var readings = 1_024
    /// Reads that are being done at the same time.
    public var readingsAtOnce = 2

    // MARK: Connections

    /// How long a new connection may take to introduce itself, in milliseconds.
    public var handshakeMilliseconds = 1_000

    /// What a JSON text may hold.
    var json: JSONLimits {
        JSONLimits(bytes: jsonBytes, depth: jsonDepth, members: jsonMembers, string: jsonStringBytes)
    }

    /// Creates the limits of the protocol.
    public init() {}
}
