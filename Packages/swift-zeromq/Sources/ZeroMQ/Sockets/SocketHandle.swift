internal import CZMQ

/// One libzmq socket, from its making to its closing, on the owner thread of its node.
///
/// The node's table holds it until it is closed, so that losing the last reference to a role object on any thread never
/// closes a socket there.
@safe
final class SocketHandle {
    let id: Int
    let node: ZMQNode
    let maximumFrames: Int
    let maximumBytes: Int
    /// The largest frame taken from a peer, before encryption.
    let maximumFrameBytes: Int
    private let identifiesPeers: Bool
    /// See ``ZMQSocketOptions/keepsOnlyLast``; the one prefix that is subscribed to, if any.
    let keepsOnlyLast: Bool
    var onlySubscription: [UInt8]?
    /// `nil` once closed.
    private(set) var socket: UnsafeMutableRawPointer?
    /// Readable when another thread has left something for the socket, until the next call on it.
    let descriptor: CInt
    /// What it was ready for when it was asked last.
    private(set) var readiness: ZMQReadiness = []
    /// Whether anything was called on it since then: a call takes in what other threads have left, and the descriptor does
    /// not tell of it any more.
    var wasUsed = true
    /// What someone waits for.
    private(set) var interest: ZMQReadiness = []
    /// The fewest frames that its role can send.
    private let minimumFrames: Int
    /// See ``ZMQRole/isToldNames``.
    let isToldNames: Bool
    private(set) var counts = ZMQSocketStatistics()
    /// The tasks that wait for it.
    var waiters = SocketWaiters()
    /// Called once when it is closed.
    private var closings: [() -> Void] = []
    /// What is left to messages not yet sent when the socket is closed, in milliseconds.
    var linger: CInt = 0
    /// Connections that wait to be accepted at an endpoint that is bound, over ipc and over TCP.
    var backlog: CInt = 100
    var tcpBacklog: CInt = 100
    /// How many frames have been thrown away of a message that was given without them and whose end has not come.
    private var discarding: Int?
    /// Called once for a message with too many frames too many, with the descriptor of its connection.
    var onFlood: ((CInt) -> Void)?
    /// Frames thrown away at a time: some milliseconds.
    private static let discardedAtOnce = 16_384
    /// Frames of a message thrown away without a word.
    private static let maximumDiscarded = 1_000
    /// Reused for every frame received; holds the last of a message until the next.
    private let frame = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)

    init(
        id: Int,
        node: ZMQNode,
        socket: UnsafeMutableRawPointer,
        descriptor: CInt,
        role: ZMQRole,
        options: ZMQSocketOptions
    ) {
        self.id = id
        self.node = node
        minimumFrames = role.minimumFrames
        isToldNames = role.isToldNames
        maximumFrames = options.maximumFrames
        maximumBytes = options.maximumMessageBytes
        maximumFrameBytes = options.maximumFrameBytes
        identifiesPeers = options.identifiesPeers
        keepsOnlyLast = options.keepsOnlyLast
        unsafe self.socket = socket
        self.descriptor = descriptor
        unsafe CZMQ_frame_init(frame)
    }

    deinit {
        unsafe CZMQ_frame_clear(frame)
        unsafe frame.deallocate()
    }

    var isOpen: Bool { unsafe socket != nil }

    func open() throws(ZMQError) -> UnsafeMutableRawPointer {
        node.requireOwner()
        guard let socket = unsafe socket else {
            throw ZMQError(.closed, "the socket is closed")
        }
        wasUsed = true
        return unsafe socket
    }

    func setInterest(in readiness: ZMQReadiness, isWanted: Bool) {
        if isWanted {
            interest.formUnion(readiness)
            // It may have been ready all the time, and then nothing new tells of it.
            wasUsed = true
        } else {
            interest.subtract(readiness)
        }
    }

    /// Takes in what other threads have left, and asks what the socket is ready for now.
    @discardableResult
    func readEvents() throws(ZMQError) -> ZMQReadiness {
        guard let socket = unsafe socket else { return [] }
        let events = unsafe CZMQ_socket_events(socket)
        try ZMQError.check(events, action: "poll")
        readiness = ZMQReadiness(socketEvents: events)
        wasUsed = false
        return readiness
    }

    /// Closes the libzmq socket; only the node's table calls it, after it has forgotten the handle.
    func close() {
        guard let socket = unsafe socket else { return }
        unsafe self.socket = nil
        // It may hold the owner of this socket.
        onFlood = nil
        // Not before: libzmq would keep as long what waits for a peer that is gone.
        _ = unsafe CZMQ_set_int(socket, ZMQ_LINGER, linger)
        _ = unsafe CZMQ_socket_close(socket)
        endWaiting()
        let closings = closings
        self.closings = []
        for perform in closings { perform() }
    }

    /// Calls back when it is closed; at once when it is.
    func onClose(_ perform: @escaping () -> Void) {
        guard isOpen else { return perform() }
        closings.append(perform)
    }

    // MARK: Options

    func set(_ option: CInt, to value: CInt) throws(ZMQError) {
        try unsafe ZMQError.check(CZMQ_set_int(open(), option, value), action: "set socket option \(option)")
    }

    func set(_ option: CInt, toInt64 value: Int64) throws(ZMQError) {
        try unsafe ZMQError.check(CZMQ_set_int64(open(), option, value), action: "set socket option \(option)")
    }

    func set(_ option: CInt, toBytes value: Span<UInt8>) throws(ZMQError) {
        let socket = try unsafe open()
        let result = unsafe value.withUnsafeBufferPointer { bytes in
            unsafe CZMQ_set_bytes(socket, option, bytes.baseAddress, bytes.count)
        }
        try ZMQError.check(result, action: "set socket option \(option)")
    }

    /// Reads a text option.
    func text(of option: CInt, action: @autoclosure () -> String) throws(ZMQError) -> String {
        let socket = try unsafe open()
        // A domain of 255 bytes and a NUL is the longest.
        let capacity = 256
        var result: CInt = 0
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            unsafe result = CZMQ_get_text(socket, option, base, capacity)
            return result < 0 ? "" : unsafe String(cString: base)
        }
        try ZMQError.check(result, action: action())
        return text
    }

    // MARK: Messages

    func send(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        let socket = try unsafe open()
        let count = message.count
        try requireFrames(count)
        let result = unsafe message.withUnsafeFrames { bytes, ends in
            guard let ends = unsafe ends else { return CInt(0) }
            return unsafe CZMQ_send(socket, bytes, ends, count)
        }
        try checkSending(result, bytes: message.byteCount)
    }

    /// Counts what was sent.
    ///
    /// - Throws: What the call says that was to send it.
    func checkSending(_ result: CInt, bytes: Int) throws(ZMQError) {
        guard result >= 0 else {
            counts.sendsRefused += 1
            throw ZMQError(result: result, "send")
        }
        node.counts.messagesSent += 1
        counts.messagesSent += 1
        counts.bytesSent += bytes
    }

    func countReceived(bytes: Int) {
        node.counts.messagesReceived += 1
        counts.messagesReceived += 1
        counts.bytesReceived += bytes
    }

    func requireFrames(_ count: Int) throws(ZMQError) {
        guard count >= minimumFrames else {
            throw ZMQError(.invalidMessage, "\(count) frames are too few to send: at least \(minimumFrames) are needed")
        }
        guard !keepsOnlyLast || count == 1 else {
            throw ZMQError(.invalidMessage, "\(count) frames are too many: who keeps only the last message sends one")
        }
    }

    func receive(into message: inout ZMQMultipart) throws(ZMQError) -> Bool {
        let socket = try unsafe open()
        message.removeAll()
        guard try unsafe discardRest(socket) else { return false }
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        var hasMore = false
        repeat {
            let result = unsafe CZMQ_frame_receive(socket, frame, &bytes, &count, &hasMore)
            guard result >= 0 else {
                let error = ZMQError(result: result, "receive")
                message.removeAll()
                guard error.code == .wouldBlock else { throw error }
                return false
            }
            let received = unsafe UnsafeBufferPointer(start: bytes, count: count)
            guard unsafe message.append(received: received, maximumFrames: maximumFrames, maximumBytes: maximumBytes)
            else {
                if hasMore { discardFollowing() }
                break
            }
        } while hasMore
        countReceived(bytes: message.byteCount)
        if identifiesPeers {
            // Of the last frame: in libzmq 4.3.4 a ROUTER's first has no properties.
            message.peer = unsafe ZMQPeer(frame, voucher: node.voucher)
        }
        return true
    }

    /// Has the rest of the message that is being received thrown away.
    func discardFollowing() { discarding = 1 }

    /// Throws away what follows of a message that was too long; `false` while its end has not come.
    ///
    /// A part at a time: a frame of two bytes takes 64 in memory, so a message within its limit of bytes may have millions.
    func discardRest(_ socket: UnsafeMutableRawPointer) throws(ZMQError) -> Bool {
        guard let before = discarding else { return true }
        var count = 0
        var hasMore = false
        let result = unsafe CZMQ_frames_discard(socket, frame, Self.discardedAtOnce, &count, &hasMore)
        let all = before + count
        discarding = hasMore ? all : nil
        if before <= Self.maximumDiscarded, all > Self.maximumDiscarded { onFlood?(sourceDescriptor) }
        try ZMQError.check(result, action: "receive")
        return !hasMore
    }

    /// The descriptor of the connection over which the frame received last came; negative when there is none.
    ///
    /// That connection may be over, and the descriptor belong to another.
    var sourceDescriptor: CInt { unsafe CZMQ_frame_connection(frame) }
}
