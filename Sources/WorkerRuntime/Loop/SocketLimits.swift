internal import Messages
internal import PeerGuard
internal import WorkerEngine
internal import ZeroMQ

/// The limits that libzmq keeps itself, as options of the sockets.
extension ZMQSocketOptions {
    /// Those of the request socket.
    static func requests(_ limits: WorkerLimits, identifiesPeers: Bool) -> ZMQSocketOptions {
        var options = ZMQSocketOptions.router
        options.maximumFrameBytes = limits.frameBytes
        // The routing id, the address and the delimiter stand before those that the limit counts; one more shows an excess.
        options.maximumFrames = limits.frames + Envelope.maxAddress + 3
        options.maximumMessageBytes = limits.messageBytes
        options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
        // A client within its limit never has more in flight; what is queued of a peer that is gone is still read.
        options.receiveHighWaterMark = limits.requestsPerPeer
        // Answers wait for a peer that does not read them, up to this many.
        options.sendHighWaterMark = limits.answersPerPeer
        options.identifiesPeers = identifiesPeers
        // Connections that wait to be accepted, which libzmq does also when no more are wanted.
        options.backlog = min(128, maximumBacklog)
        options.tcpBacklog = min(1_024, maximumBacklog)
        return options
    }

    /// Those of the event socket.
    ///
    /// - Parameters:
    ///   - limits: Of the worker.
    ///   - areShared: Whether others than the user can subscribe.
    ///   - transports: Over how many transports there can be as many subscribers as allowed.
    static func events(_ limits: WorkerLimits, areShared: Bool, transports: Int) -> ZMQSocketOptions {
        var options = ZMQSocketOptions.xpub
        // Of each subscriber that does not read, others may be queued than of the next.
        let share = limits.subscriberQueueBytes / max(1, transports * limits.subscribers)
        options.sendHighWaterMark = max(64, share / bytesPerEvent)
        // Fewer than for requests: for each that leaves, libzmq walks through the topics of all.
        options.backlog = 32
        // No more than may be new at a time: of a larger crowd that is accepted at once, the first would give way to the last
        // before they can introduce themselves.
        options.tcpBacklog = max(1, min(limits.newConnections, maximumBacklog))
        // libzmq makes a node of each byte of a topic, and walks through all of them for each subscriber that leaves.
        options.maximumFrameBytes = EventTopic.maxLength + ZMQSocketOptions.subscriptionOverhead
        // Few messages come in, so it may always cost a look-up to know whose they are.
        options.identifiesPeers = true
        options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
        // libzmq takes in all subscriptions that wait before anybody can count one, and those that come meanwhile: when
        // none may wait, it comes to an end. The name of a peer that has one takes a place for good in libzmq 4.3.4: it is
        // counted as written to the queue, and never as read.
        options.receiveHighWaterMark = areShared ? 2 : 1
        return options
    }

    /// What waits takes a file each as soon as it is accepted.
    private static var maximumBacklog: Int { max(16, ConnectionLimits.openFiles / 16) }

    /// The bytes that an event takes in a subscriber's queue: libzmq's 64 for each of its two frames.
    private static var bytesPerEvent: Int { 128 }
}
