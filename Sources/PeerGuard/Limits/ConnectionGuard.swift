internal import Glibc
package import Logging
package import WorkerEngine
package import ZeroMQ

/// Keeps the connections of one bound socket within their limits, and its endpoints bound.
///
/// Used on the node's thread only.
package final class ConnectionGuard {
    /// How long endpoints stay given up.
    private static var pause: Duration { .milliseconds(250) }
    /// How often it is tried again while libzmq still holds an endpoint.
    private static var retry: Duration { .milliseconds(50) }
    /// Nanoseconds in which at most one line tells of connections that were ended.
    private static var logInterval: UInt64 { 1_000_000_000 }
    /// Why connections are ended by their number.
    private static var tooMany: String { "too many connections" }
    private static var tooManyTopics: String {
        "too many subscriptions: their topics are over the limit subscription-bytes-per-peer or subscription-bytes"
    }
    /// How long those have who are notified why they are ended.
    private static var farewell: Duration { .milliseconds(250) }

    private let name: String
    private let node: ZMQNode
    private let log: Logger
    private let socket: any BoundSocket
    private let onCount: (ConnectionCounts) -> Void
    private var table: ConnectionTable
    private var pauses: EndpointPauses
    private(set) var counts = ConnectionCounts()
    /// With their real ports.
    private var places: [GuardedEndpoint] = []
    /// Endpoints that libzmq has not let go of yet: only then is the file of an ipc endpoint gone, and a new one safe.
    private var closing = 0
    private var isPaused = false
    private var isClosed = false
    /// Connections to end when the monitor has reported all: the descriptor of one of them may be another's by then.
    private var due: [(connections: [ZMQConnection], reason: String)] = []
    private var endless: EndlessMessages
    private var stalled = StalledReaders()
    private let endsStalledReaders: Bool
    private let arrivals: ArrivalWatch
    /// Connections that were ended and are not reported yet, and when the last line was written.
    private var untold = 0
    private var told: UInt64 = 0

    /// - Parameters:
    ///   - name: What the socket is for, in the log.
    ///   - socket: What is bound.
    ///   - node: Its thread.
    ///   - limits: What connections and their owners may take.
    ///   - log: Where it is logged that connections or endpoints were given up.
    ///   - onCount: Called for every change of the counts.
    package init(
        _ name: String,
        of socket: any BoundSocket,
        node: ZMQNode,
        limits: ConnectionLimits,
        log: Logger,
        onCount: @escaping (ConnectionCounts) -> Void
    ) {
        self.name = name
        self.socket = socket
        self.node = node
        table = ConnectionTable(limits)
        pauses = EndpointPauses(maximumLeaving: limits.leaving, maximumFailures: limits.failures)
        endless = EndlessMessages(limit: limits.bytesWithoutMessage)
        endsStalledReaders = limits.endsStalledReaders
        arrivals = ArrivalWatch(files: ConnectionLimits.openFiles, log: log)
        self.log = log
        self.onCount = onCount
    }

    /// The endpoints with their real ports.
    package var endpoints: [ZMQEndpoint] { places.map(\.endpoint) }

    /// Binds the socket, whose events must be watched from before, to more places.
    package func listen(at places: [GuardedEndpoint]) throws(ZMQError) {
        for place in places {
            self.places.append(
                GuardedEndpoint(
                    endpoint: try socket.bind(place.endpoint, security: place.security),
                    security: place.security
                )
            )
        }
    }

    package func close() {
        isClosed = true
        arrivals.end()
    }

    // MARK: Events

    /// Takes an event of the socket's monitor.
    package func take(_ event: ZMQMonitorEvent) {
        let now = Moment.now().monotonic
        arrivals.sawConnections()
        var reason: EndpointPauses.Reason?
        switch event.kind {
        case .listening:
            if let path = event.endpoint.ipcPath { arrivals.watch(path, descriptor: CInt(event.value)) }
        case .closed:
            closing = max(0, closing - 1)
            if let path = event.endpoint.ipcPath { arrivals.forget(path) }
        case .accepted:
            counts.accepted += 1
            accepted(CInt(event.value), at: now)
        case .disconnected:
            // Never more than there were: of those that a pause ended, some may have ended by themselves just before.
            counts.ended = min(counts.ended + 1, counts.accepted)
            reason = ended(CInt(event.value), at: now)
        case .handshakeFailed: counts.handshakeFailures += 1
        case .acceptFailed:
            counts.acceptFailures += 1
            reason = pauses.acceptFailed(at: now)
        default: break
        }
        if let reason {
            giveUp(reason)
        } else {
            onCount(counts)
        }
    }

    private func ended(_ descriptor: CInt, at now: UInt64) -> EndpointPauses.Reason? {
        table.ended(descriptor) ? pauses.left(at: now) : nil
    }

    private func accepted(_ descriptor: CInt, at now: UInt64) {
        // It may be over already, and the descriptor stand for something else.
        guard let connection = ZMQConnection(descriptor: descriptor),
            let place = places.first(where: { connection.isAccepted(at: $0.endpoint) })
        else { return }
        guard case .local = place.security else {
            let owner: ConnectionOwner? = if case .unencrypted = place.security { .anyone } else { nil }
            return endLater(table.accepted(connection, over: .tcp, of: owner, at: now), because: Self.tooMany)
        }
        guard let process = connection.process else { return }
        endLater(table.accepted(connection, over: .ipc, of: .process(process.id), at: now), because: Self.tooMany)
        if process.user != geteuid(), process.user != 0 {
            // The directory keeps others out; this holds where its mode was changed while the service runs.
            endLater(table.end([connection]), because: "another user's process")
        }
    }

    /// Something was heard over a connection.
    ///
    /// - Parameters:
    ///   - descriptor: The connection's, as libzmq says.
    ///   - peer: Who is there, where the socket finds that out.
    /// - Returns: The connection; `nil` when it is over, also where another has its descriptor by now.
    @discardableResult
    package func heard(over descriptor: CInt, from peer: ZMQPeer?) -> ZMQConnection? {
        guard let connection = connection(descriptor),
            table.isFrom(peer.flatMap(ConnectionOwner.init), over: connection)
        else { return nil }
        endLater(table.heard(connection, from: peer), because: Self.tooMany)
        if endless.isLooking { endless.sawMessage(from: connection) }
        return connection
    }

    /// What those who came have asked for is read now, or has been read to its end.
    package func readsSubscriptions(toTheEnd: Bool) {
        arrivals.readsSubscriptions(toTheEnd: toTheEnd)
    }

    /// Whether each message is to be reported with ``heard(over:from:)``, and not only the first of a connection.
    package var awaitsMessages: Bool { endless.isLooking }

    /// The connection that a descriptor represents now; `nil` when it is over.
    func connection(_ descriptor: CInt) -> ZMQConnection? {
        guard descriptor >= 0 else { return nil }
        if let known = table.connection(descriptor), known.isCurrent { return known }
        // The monitor has reported every connection over which a message has come, but perhaps was not heard yet.
        socket.readMonitor()
        guard let known = table.connection(descriptor), known.isCurrent else { return nil }
        return known
    }

    /// Whether one more connection of an owner is to be made; counts it if so.
    package func mayConnect(_ owner: ConnectionOwner) -> Bool {
        table.mayConnect(owner, at: Moment.now().monotonic)
    }

    /// A topic was asked for over a connection, or its end.
    ///
    /// - Returns: Where to tell those who asked for too much; they are ended in a moment.
    package func asked(for topic: [UInt8], isJoin: Bool, over connection: ZMQConnection) -> [[UInt8]] {
        let verdict = table.asked(for: topic, isJoin: isJoin, over: connection)
        if !verdict.ended.isEmpty { end(verdict.ended, because: Self.tooManyTopics) }
        if !verdict.leaving.isEmpty {
            _ = node.schedule(after: Self.farewell) { [weak self] in
                self?.end(verdict.leaving, because: Self.tooManyTopics)
            }
        }
        return verdict.joinTopics
    }

    // MARK: Ending connections

    package func hangUp(_ connections: [ZMQConnection], because reason: String) {
        end(table.end(connections), because: reason)
    }

    /// Ends the connection that a descriptor represents now.
    package func hangUp(over descriptor: CInt, because reason: String) {
        if let connection = connection(descriptor) { hangUp([connection], because: reason) }
    }

    /// Ends the connections over TCP of all who may not stay, and of those of whom nothing is known.
    ///
    /// libzmq asks for a key only while a connection is made, and can end none: this ends those of keys that count no
    /// more.
    package func hangUpRemote(unless mayStay: (ZMQPeer) -> Bool, because reason: String) {
        let leaving = table.connections(over: .tcp).filter { !($0.peer.map(mayStay) ?? false) }
        hangUp(leaving.map(\.connection), because: reason)
    }

    /// Ends them in a moment, when what the monitor has reported is known.
    private func endLater(_ connections: [ZMQConnection], because reason: String) {
        guard !connections.isEmpty else { return }
        if due.isEmpty { _ = node.schedule(after: .zero) { [weak self] in self?.endDue() } }
        due.append((connections, reason))
    }

    private func endDue() {
        let due = due
        self.due.removeAll(keepingCapacity: true)
        for (connections, reason) in due { end(connections, because: reason) }
    }

    private func end(_ connections: [ZMQConnection], because reason: String) {
        for connection in connections { connection.hangUp() }
        counts.hungUp += connections.count
        onCount(counts)
        untold += connections.count
        let now = Moment.now().monotonic
        guard untold > 0, now - told >= Self.logInterval else { return }
        log.warning("hung up on \(name) peers: \(reason)", metadata: ["connections": "\(untold)"])
        (untold, told) = (0, now)
    }

    // MARK: Memory

    /// Ends the connections that fill the memory, as far as it is known which do.
    ///
    /// - Parameter used: The bytes in use; `nil` when that grows no more.
    package func memoryGrows(_ used: Int?) {
        guard let used else {
            endless.rest()
            return stalled.rest()
        }
        hangUp(endless.look(at: table.connections, used: used), because: "a message has no end")
        if endsStalledReaders {
            hangUp(stalled.look(at: table.connections), because: "they do not read")
        } else {
            // What was asked by those who have left waits for its turn, and is not lost by waiting.
            arrivals.hold()
        }
    }

    // MARK: Pauses

    /// Gives the endpoints up for a moment, which ends their connections; does nothing while they are.
    private func giveUp(_ reason: EndpointPauses.Reason) {
        guard !isPaused, !isClosed else { return }
        isPaused = true
        let open = counts.open
        pauses.paused()
        counts.pauses += 1
        counts.ended = counts.accepted
        table.removeAll()
        onCount(counts)
        log.warning(
            "gives up the \(name) endpoints for a moment: \(reason.rawValue)",
            metadata: ["connections": "\(open)"]
        )
        for endpoint in endpoints {
            do {
                try socket.unbind(endpoint)
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
                _ = try socket.bind(places[next].endpoint, security: places[next].security)
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

/// One endpoint, and how it is guarded.
package struct GuardedEndpoint {
    package let endpoint: ZMQEndpoint
    package let security: ZMQServerSecurity

    package init(endpoint: ZMQEndpoint, security: ZMQServerSecurity) {
        (self.endpoint, self.security) = (endpoint, security)
    }
}

extension String {
    /// The path of an ipc endpoint.
    fileprivate var ipcPath: String? { hasPrefix("ipc://") ? String(dropFirst("ipc://".utf8.count)) : nil }
}

/// A socket whose connections a ``ConnectionGuard`` keeps within limits.
package protocol BoundSocket: AnyObject {
    func bind(_ endpoint: ZMQEndpoint, security: ZMQServerSecurity) throws(ZMQError) -> ZMQEndpoint
    func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError)
    /// Makes the monitor tell now what it would tell in the next iteration of the node.
    func readMonitor()
}

extension RouterSocket: BoundSocket {}

extension XPubSocket: BoundSocket {}
