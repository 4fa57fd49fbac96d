internal import Messages
internal import WireJSON

/// How much a service takes at once; over it, a clear error, never growth.
package struct WorkerLimits: Sendable, Hashable {
    // MARK: One message

    /// Messages taken from the socket in a tick, before others are read; twice as many while a commit is awaited, which
    /// costs each the less the more share it.
    package var messagesPerTick = 256
    /// Frames of one message after the delimiter: one JSON and up to seven attachments.
    package var frames = 8
    /// Bytes of the JSON frame.
    package var jsonBytes = 256 * 1024
    /// Bytes of any frame; libzmq disconnects a peer that announces more.
    package var frameBytes = 1024 * 1024
    /// Bytes of all frames of a message together.
    package var messageBytes = 8 * 1024 * 1024
    /// Nesting of objects and arrays, the outermost value being 1.
    package var jsonDepth = 64
    /// Members of one object.
    package var jsonMembers = 256
    /// Bytes of one JSON string as it is between its quotes; by default as many as the frame has.
    package var jsonStringBytes = 256 * 1024
    /// Requests of one batch.
    package var batch = RequestText.maxBatch

    // MARK: Many messages

    /// Unanswered requests of one peer.
    package var requestsPerPeer = 1_024
    /// Answers that libzmq keeps for one peer; a client within its limit never has more.
    package var answersPerPeer: Int { 2 * requestsPerPeer }
    /// Unanswered requests in the service.
    package var requests = 16_384
    /// Offloaded requests that compute, waiting ones included, of one peer.
    package var offloadedPerPeer = 16
    /// The same in the service.
    package var offloaded = 64
    /// Bytes of all of these, and of each other kind.
    package var offloadedBytes = 64 << 20
    /// How many of them run at the same time.
    package var offloadedAtOnce = 2
    /// Offloaded requests that wait for a disk, of one peer.
    package var readingsPerPeer = 256
    /// The same in the service.
    package var readings = 1_024
    /// How many of them run at the same time.
    package var readingsAtOnce = 2

    /// Bytes of answers that one peer leaves unread, and no more than all have left; above it nothing is done for it
    /// until it has read.
    package var unreadBytesPerPeer = 8 << 20
    /// Bytes of answers that all peers leave unread; above it those that read least are disconnected.
    package var unreadBytes = 64 << 20

    // MARK: Connections

    /// How long a new connection may take to introduce itself, in milliseconds.
    package var handshakeMilliseconds = 1_000
    /// Connections that cannot be accepted in one second, because no file is left, after which the endpoints are given
    /// up for a quarter of a second, with all their connections.
    package var failedConnects = 100
    /// Connections to one socket over one transport (ipc, TCP) that are younger than that and over which nothing has
    /// come yet, and no more than a sixteenth of the files that the process may open; one more ends the oldest of them.
    ///
    /// As many may be there over TCP with keys that have introduced themselves and said nothing since.
    package var newConnections = 256
    /// Clients connected at one time over one transport, and no more than a quarter of the files; one more ends a
    /// connection of the client with most.
    package var clients = 32_768
    /// Connections to the request socket of one client: a key, or a process over ipc; one more is ended.
    package var connectionsPerClient = 1_024
    /// Subscribers connected at one time over one transport, and no more than an eighth of the files; one more ends a
    /// connection of the client with most.
    ///
    /// For each that leaves, libzmq walks through all topics there are, on the thread that answers requests, and it
    /// takes in what a crowd asks for before anybody can be disconnected: the time grows with the square of this
    /// number. SECURITY.md has figures.
    package var subscribers = 128
    /// Connections to the event socket of one client: a key, or a process over ipc; one more is ended.
    package var subscribersPerClient = 64
    /// Bytes of the queues of all subscribers together, in which an event takes 128; its text is kept once for all.
    ///
    /// Of that each of the allowed subscribers has its part; what does not fit it misses, and asks for later. Those who
    /// take nothing are disconnected when memory grows.
    package var subscriberQueueBytes = 96 << 20
    /// Subscribers that leave within one second; one more, and the event endpoints are given up for a quarter of a
    /// second.
    package var leavingSubscribers = 384
    /// Bytes of topics that one subscriber asks for while it is connected, cancelled ones too; above it is notified and
    /// disconnected.
    ///
    /// Of each topic the bytes count in which it differs from the one before, and 2 more. All connections of one client
    /// may ask for half of ``subscriptionBytes``. A thousand topics that differ in their last four digits take 6 000.
    package var subscriptionBytesPerPeer = 8 << 10
    /// The same of all subscribers; above it those that ask for most are notified and disconnected.
    package var subscriptionBytes = 16 << 10

    /// What a JSON text may hold.
    var json: JSONLimits {
        JSONLimits(bytes: jsonBytes, depth: jsonDepth, members: jsonMembers, string: jsonStringBytes)
    }

    package init() {}
}
