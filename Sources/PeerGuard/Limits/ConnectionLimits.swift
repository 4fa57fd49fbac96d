internal import Platform
package import WorkerEngine

/// What the connections of one bound socket may take, each, by owner and together.
package struct ConnectionLimits: Hashable {
    /// New connections, over each transport.
    var new: Int
    /// Established ones over TCP by which no key is known, because nothing was heard over them; each costs the oldest.
    var silent: Int
    /// Established ones over each transport.
    var established: Int
    /// Established ones of one owner.
    var perOwner: Int
    /// Nanoseconds after which a connection that is still there has introduced itself.
    var handshake: UInt64
    /// How often one owner may connect.
    var rate = ConnectionRate()
    /// Bytes of topics that one connection may ask for, cancelled topics included: a peer can cancel what it never had,
    /// so taking those off would let it keep as many as it likes.
    var topicBytesPerConnection = Int.max
    /// Bytes of topics that all connections may ask for; all connections of one owner, half of it.
    var topicBytes = Int.max
    /// Connections that may end in one second, and that may fail to be accepted, before the endpoints are given up.
    var leaving = Int.max
    var failures = Int.max
    /// The bytes that may come over a connection without a message while memory grows.
    var bytesWithoutMessage = Int.max
    /// Whether those who do not read are disconnected while memory grows.
    var endsStalledReaders = false
}

/// How often one owner may connect, as a bucket of connections that fills again.
struct ConnectionRate: Hashable {
    /// Connections at once after a rest.
    var burst = Double.infinity
    /// Connections per second forever.
    var perSecond = Double.infinity
    /// Whether that is also for processes of the user, and not for clients with keys alone.
    var boundsProcesses = false

    /// Whether it is for an owner: those whom nobody can tell apart would use up each other's connections.
    func bounds(_ owner: ConnectionOwner) -> Bool {
        switch owner {
        case .anyone: false
        case .process: boundsProcesses
        case .client: true
        }
    }
}

extension ConnectionLimits {
    /// Those of the request socket.
    package static func requests(_ limits: WorkerLimits) -> ConnectionLimits {
        var connections = ConnectionLimits(
            limits,
            established: min(limits.clients, openFiles / 4),
            perOwner: limits.connectionsPerClient
        )
        // Each brings anyone who searches for the routing id that libzmq gives next one number further.
        connections.rate = ConnectionRate(burst: 512, perSecond: 256)
        connections.failures = limits.failedConnects
        // One frame too many is on its way when a message is refused.
        connections.bytesWithoutMessage = limits.messageBytes + 2 * limits.frameBytes
        // Not its stalled readers: their answers are counted, which this would upset.
        return connections
    }

    /// Those of the event socket.
    package static func events(_ limits: WorkerLimits) -> ConnectionLimits {
        var connections = ConnectionLimits(
            limits,
            established: min(limits.subscribers, openFiles / 8),
            perOwner: limits.subscribersPerClient
        )
        connections.rate = ConnectionRate(burst: 128, perSecond: 32, boundsProcesses: true)
        connections.topicBytesPerConnection = limits.subscriptionBytesPerPeer
        connections.topicBytes = limits.subscriptionBytes
        connections.leaving = limits.leavingSubscribers
        connections.failures = limits.failedConnects
        // Some times what one may ask for: all else is pings and the handshake.
        connections.bytesWithoutMessage = 16 * limits.subscriptionBytesPerPeer
        connections.endsStalledReaders = true
        return connections
    }

    private init(_ limits: WorkerLimits, established: Int, perOwner: Int) {
        let new = max(1, min(limits.newConnections, Self.openFiles / 16))
        self.init(
            new: new,
            silent: new,
            established: max(1, established),
            perOwner: perOwner,
            // Somewhat more than libzmq gives it, whose clock began earlier.
            handshake: UInt64(limits.handshakeMilliseconds + 250) * 1_000_000
        )
    }

    /// How many files the process may have open; every connection is one.
    package static var openFiles: Int { OpenFiles.limit ?? OpenFiles.usualLimit }
}
