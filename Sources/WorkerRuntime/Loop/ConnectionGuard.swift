internal import Logging
internal import ZeroMQ

/// Keeps the connections of one listening socket within their limits, and its endpoints bound.
///
/// Used on the node's thread only.
final class ConnectionGuard {
    /// How long endpoints stay given up.
    private static var pause: Duration { .seconds(1) }
    /// How often it is tried again while libzmq still holds an endpoint.
    private static var retry: Duration { .milliseconds(50) }
    /// Nanoseconds in which at most one line tells of connections that were ended.
    private static var logInterval: UInt64 { 1_000_000_000 }

    private let name: String
    private let node: ZMQNode
    private let log: Logger
    private let bind: (WorkerEndpoints.Place) throws(ZMQError) -> ZMQEndpoint
    private let unbind: (ZMQEndpoint) throws(ZMQError) -> Void
    private let onCount: (ConnectionCounts) -> Void
    private var watch: ConnectionWatch
    /// With their real ports.
    private var places: [WorkerEndpoints.Place] = []
    /// Endpoints that libzmq has not let go of yet: only then is the file of an ipc endpoint gone, and a new one safe.
    private var closing = 0
    private var isPaused = false
    private var isClosed = false
    /// The connections over TCP, by their descriptors.
    private var remote: [CInt: ZMQConnection] = [:]
    private var endless: EndlessMessages
    /// Connections that were ended and are not told of yet, and when the last line was written.
    private var untold = 0
    private var told: UInt64 = 0

    /// - Parameters:
    ///   - name: What the socket is for, in the log.
    ///   - node: Its thread.
    ///   - watch: The limits.
    ///   - mostWithoutMessage: The bytes that may come over a connection without a message while memory grows.
    ///   - log: Where it is told that connections or endpoints were given up.
    ///   - bind: Binds one endpoint and returns it with its real port.
    ///   - unbind: Gives one up.
    ///   - onCount: Told of every change of the counts.
    init(
        _ name: String,
        node: ZMQNode,
        watch: ConnectionWatch,
        mostWithoutMessage: Int,
        log: Logger,
        bind: @escaping (WorkerEndpoints.Place) throws(ZMQError) -> ZMQEndpoint,
        unbind: @escaping (ZMQEndpoint) throws(ZMQError) -> Void,
        onCount: @escaping (ConnectionCounts) -> Void
    ) {
        self.name = name
        self.node = node
        self.watch = watch
        endless = EndlessMessages(limit: mostWithoutMessage)
        self.log = log
        self.bind = bind
        self.unbind = unbind
        self.onCount = onCount
    }

    /// Binds the socket, whose events must be told from before; returns the endpoints with their real ports.
    func listen(at places: [WorkerEndpoints.Place]) throws(ZMQError) -> [ZMQEndpoint] {
        for place in places {
            self.places.append(WorkerEndpoints.Place(endpoint: try bind(place), security: place.security))
        }
        return self.places.map(\.endpoint)
    }

    func close() {
        isClosed = true
    }

    /// Takes an event of the socket's monitor.
    func take(_ event: ZMQMonitorEvent) {
        switch event.kind {
        case .closed: closing = max(0, closing - 1)
        case .accepted where event.endpoint.hasPrefix("tcp://"):
            remote[CInt(event.value)] = ZMQConnection(descriptor: CInt(event.value))
        case .disconnected: remote[CInt(event.value)] = nil
        default: break
        }
        switch watch.note(event.kind, at: Moment.now().monotonic) {
        case .nothing: onCount(watch.counts)
        case .hangUp: hangUp([ZMQConnection(descriptor: CInt(event.value))].compactMap(\.self), "too many connections")
        case .giveUp(let reason): giveUp(reason)
        }
    }

    /// Ends connections.
    ///
    /// - Parameters:
    ///   - connections: Which.
    ///   - reason: Why, for the log.
    func hangUp(_ connections: [ZMQConnection], _ reason: String) {
        for connection in connections { connection.hangUp() }
        watch.hungUp(connections.count)
        onCount(watch.counts)
        untold += connections.count
        let now = Moment.now().monotonic
        guard untold > 0, now - told >= Self.logInterval else { return }
        log.warning("hung up on \(name) peers: \(reason)", metadata: ["connections": "\(untold)"])
        (untold, told) = (0, now)
    }

    /// Ends the connections over TCP, but for some.
    ///
    /// libzmq asks for a key only while a connection is made, and can end none: this ends those of keys that count no more.
    ///
    /// - Parameters:
    ///   - kept: Which stay.
    ///   - reason: Why, for the log.
    func hangUpRemote(except kept: Set<ZMQConnection>, _ reason: String) {
        hangUp(remote.values.filter { !kept.contains($0) }, reason)
    }

    // MARK: Messages that never end

    /// Whether each message is to be told with ``sawMessage(from:)``.
    var awaitsMessages: Bool { endless.isLooking }

    func sawMessage(from connection: ZMQConnection) {
        endless.sawMessage(from: connection)
    }

    /// Ends the TCP connections over which too much has come without a message.
    ///
    /// - Parameter isGrowing: Whether memory grows; nobody is looked at while it does not.
    func endEndlessMessages(memoryIsGrowing isGrowing: Bool) {
        guard isGrowing else { return endless.rest() }
        hangUp(endless.look(at: remote.values), "a message has no end")
    }

    /// Gives the endpoints up for a second, which ends their connections; does nothing while they are.
    private func giveUp(_ reason: ConnectionWatch.Reason) {
        guard !isPaused, !isClosed else { return }
        isPaused = true
        let open = watch.counts.open
        watch.paused()
        remote.removeAll()
        onCount(watch.counts)
        // At most one line a second, because there is at most one pause a second.
        log.warning(
            "gives up the \(name) endpoints for a second: \(reason.rawValue)",
            metadata: ["connections": "\(open)"]
        )
        for endpoint in places.map(\.endpoint) {
            do {
                try unbind(endpoint)
                closing += 1
            } catch {
                log.error("an endpoint cannot be given up", metadata: ["endpoint": "\(endpoint)", "error": "\(error)"])
            }
        }
        _ = node.schedule(after: Self.pause) { [weak self] in self?.bindAgain() }
    }

    private func bindAgain(from first: Int = 0) {
        guard !isClosed else { return }
        var next = first
        do throws(ZMQError) {
            while closing == 0, next < places.count {
                _ = try bind(places[next])
                next += 1
            }
        } catch {
            log.error(
                "an endpoint cannot be bound",
                metadata: ["endpoint": "\(places[next].endpoint)", "error": "\(error)"]
            )
        }
        guard next == places.count else {
            _ = node.schedule(after: Self.retry) { [weak self, next] in self?.bindAgain(from: next) }
            return
        }
        isPaused = false
    }
}
