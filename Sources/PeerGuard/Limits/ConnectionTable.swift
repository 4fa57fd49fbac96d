internal import ZeroMQ

/// The connections of one bound socket, and which of them to end so that there is always room for another.
///
/// The monitor tells when a connection is accepted and when it has ended, but not of which one the handshake succeeded.
/// So a connection is new until something is heard over it, or until it is older than a handshake may be. New ones give
/// way to newer ones, the oldest first: anyone who means to speak has done so by then. Established ones keep their
/// place; where there are too many, the owner with the most loses one.
struct ConnectionTable {
    /// How a connection came.
    enum Transport: Hashable, CaseIterable {
        case ipc, tcp
    }

    enum Phase: Hashable {
        case new, silent, established
        /// It is being ended, which is reported when it is over.
        case ending(wasEstablished: Bool)
    }

    struct Record {
        let connection: ZMQConnection
        let transport: Transport
        var owner: ConnectionOwner?
        /// What is known of who is there, from what was heard.
        var peer: ZMQPeer?
        var phase = Phase.new
        /// What the topics count that were asked for over it.
        var topicBytes = 0
        /// The topic before, with which the next is compared.
        var topic: [UInt8] = []
        /// Where its join markers go.
        var joinTopics: Set<[UInt8]> = []
        var lastJoinTopic: [UInt8]?
        /// Of ``leavingBytes``, what its topics count since it is being ended because of them.
        var leavingBytes = 0
        let number: UInt64
        let time: UInt64

        var isEnding: Bool { if case .ending = phase { true } else { false } }
    }

    /// Connections whose number is limited.
    private struct Group: Hashable {
        let phase: Phase
        let transport: Transport
    }

    let limits: ConnectionLimits
    var records: [CInt: Record] = [:]
    private var accepted: UInt64 = 0
    private var counts: [Group: Int] = [:]
    var accounts: PeerAccounts
    /// Bytes of topics that all connections ask for.
    var topicBytes = 0
    /// The same of connections that are notified that they asked for too much, and ended in a moment.
    var leavingBytes = 0
    /// New and silent connections by descriptor and number, in the order in which they came; those that are no longer
    /// are skipped.
    private var queues: [Group: ArraySlice<(descriptor: CInt, number: UInt64)>] = [:]
    /// By descriptor, the connection that was last taken from its owner's allowance.
    private var counted: [CInt: ZMQConnection] = [:]

    init(_ limits: ConnectionLimits) {
        self.limits = limits
        accounts = PeerAccounts(limits.rate)
    }

    // MARK: What happens

    /// A connection was accepted; `owner` is `nil` when only a message will say whose it is.
    ///
    /// The same one may be reported several times: what is reported late of one that is over names a descriptor that is
    /// this one's by now.
    ///
    /// - Returns: The connections to end.
    mutating func accepted(
        _ connection: ZMQConnection,
        over transport: Transport,
        of owner: ConnectionOwner?,
        at now: UInt64
    ) -> [ZMQConnection] {
        ended(connection.descriptor)
        let wasCounted = counted.updateValue(connection, forKey: connection.descriptor) == connection
        let mayStay = wasCounted || owner.map { mayConnect($0, at: now) } ?? true
        accepted += 1
        let record = Record(
            connection: connection,
            transport: transport,
            owner: owner,
            number: accepted,
            time: now
        )
        records[connection.descriptor] = record
        let group = Group(phase: .new, transport: transport)
        counts[group, default: 0] += 1
        queues[group, default: []].append((connection.descriptor, record.number))
        // Before it has asked for anything, of which libzmq would have to make something.
        let refused = mayStay ? [] : end([connection])
        return refused + age(group, at: now) + makeRoom(in: group, limits.new)
    }

    /// Something was heard over a connection.
    ///
    /// - Returns: The connections to end.
    mutating func heard(_ connection: ZMQConnection, from peer: ZMQPeer?) -> [ZMQConnection] {
        guard var record = records[connection.descriptor], record.connection == connection else { return [] }
        if let peer {
            record.peer = peer
            if record.owner == nil, let owner = ConnectionOwner(peer) {
                record.owner = owner
                accounts.add(topicBytes: record.topicBytes, to: owner)
            }
            records[connection.descriptor] = record
        }
        guard record.phase == .new || record.phase == .silent && record.owner != nil else { return [] }
        return establish(record)
    }

    /// A connection has ended.
    ///
    /// - Returns: Whether it was an established one.
    @discardableResult
    mutating func ended(_ descriptor: CInt) -> Bool {
        guard let record = records.removeValue(forKey: descriptor) else { return false }
        leavingBytes -= record.leavingBytes
        leave(record)
        forgetTopics(of: record)
        return switch record.phase {
        case .new, .silent: false
        case .established: true
        case .ending(let wasEstablished): wasEstablished
        }
    }

    /// All connections have ended.
    mutating func removeAll() {
        (records, counts, queues, topicBytes, leavingBytes) = ([:], [:], [:], 0, 0)
        accounts.removeConnections()
    }

    /// Connections are being ended for another reason than their number; the same ones are not ended again.
    ///
    /// - Returns: Those that were not being ended yet.
    mutating func end(_ connections: some Sequence<ZMQConnection>) -> [ZMQConnection] {
        connections.compactMap { connection in
            guard let record = records[connection.descriptor], record.connection == connection,
                !record.isEnding
            else { return nil }
            return end(record)
        }
    }

    // MARK: What there is

    /// Connections whose end nobody has reported.
    var count: Int { records.count }

    /// The connection that a descriptor represents.
    func connection(_ descriptor: CInt) -> ZMQConnection? { records[descriptor]?.connection }

    /// Whether one more connection of an owner is to be made; counts it if so.
    mutating func mayConnect(_ owner: ConnectionOwner, at now: UInt64) -> Bool {
        hasRoom(for: owner) && accounts.mayConnect(owner, at: now)
    }

    /// Whether one more connection of an owner would be kept.
    private func hasRoom(for owner: ConnectionOwner) -> Bool {
        !owner.isKnown || accounts.connections(of: owner) < limits.perOwner
    }

    /// Whose a connection is.
    func owner(of connection: ZMQConnection) -> ConnectionOwner? { records[connection.descriptor]?.owner }

    /// Whether a message of a sender may have come over a connection, and not over one that had its descriptor before:
    /// over ipc the system says whose it is, over TCP it does not.
    func isFrom(_ sender: ConnectionOwner?, over connection: ZMQConnection) -> Bool {
        guard let sender, let owner = owner(of: connection), case .process = owner else { return true }
        return sender == owner
    }

    /// All connections over a transport, with what was heard of who is there.
    func connections(over transport: Transport) -> [(connection: ZMQConnection, peer: ZMQPeer?)] {
        records.values.filter { $0.transport == transport }.map { ($0.connection, $0.peer) }
    }

    var connections: some Sequence<ZMQConnection> { records.values.lazy.map(\.connection) }

    // MARK: Phases

    /// New connections that are older than a handshake may be have introduced themselves.
    private mutating func age(_ group: Group, at now: UInt64) -> [ZMQConnection] {
        var over: [ZMQConnection] = []
        while let oldest = oldest(in: group), now >= oldest.time + limits.handshake { over += establish(oldest) }
        return over
    }

    private mutating func establish(_ record: Record) -> [ZMQConnection] {
        guard let owner = record.owner else {
            move(record, to: .silent)
            let group = Group(phase: .silent, transport: record.transport)
            queues[group, default: []].append((record.connection.descriptor, record.number))
            return makeRoom(in: group, limits.silent)
        }
        move(record, to: .established)
        accounts.add(connections: 1, to: owner)
        if owner.isKnown, accounts.connections(of: owner) > limits.perOwner {
            return [end(newest(of: owner) ?? current(record))]
        }
        let group = Group(phase: .established, transport: record.transport)
        guard counts[group, default: 0] > limits.established else { return [] }
        return [end(loser(over: record.transport) ?? current(record))]
    }

    /// Of the owner with the most connections the newest; of nobody in particular the oldest, so that others get a
    /// place.
    private func loser(over transport: Transport) -> Record? {
        var shares: [ConnectionOwner: (count: Int, newest: UInt64)] = [:]
        for record in records.values where record.transport == transport && record.phase == .established {
            guard let owner = record.owner else { continue }
            let share = shares[owner, default: (0, 0)]
            shares[owner] = (share.count + 1, max(share.newest, record.number))
        }
        // Among equals the newest.
        guard let owner = shares.max(by: { $0.value < $1.value })?.key else { return nil }
        return owner.isKnown ? newest(of: owner) : established(of: owner).min { $0.number < $1.number }
    }

    private func current(_ record: Record) -> Record { records[record.connection.descriptor] ?? record }

    private func newest(of owner: ConnectionOwner) -> Record? {
        established(of: owner).max { $0.number < $1.number }
    }

    private func established(of owner: ConnectionOwner) -> some Sequence<Record> {
        records.values.lazy.filter { $0.owner == owner && $0.phase == .established }
    }

    /// Ends the oldest of a group while there are too many.
    private mutating func makeRoom(in group: Group, _ most: Int) -> [ZMQConnection] {
        var over: [ZMQConnection] = []
        while counts[group, default: 0] > most, let oldest = oldest(in: group) { over.append(end(oldest)) }
        return over
    }

    /// The oldest connection of a group; forgets what precedes it in the queue.
    private mutating func oldest(in group: Group) -> Record? {
        while let (descriptor, number) = queues[group]?.first {
            if let record = records[descriptor], record.number == number, record.phase == group.phase { return record }
            queues[group]?.removeFirst()
        }
        return nil
    }

    mutating func end(_ record: Record) -> ZMQConnection {
        move(record, to: .ending(wasEstablished: record.phase == .established))
        forgetTopics(of: record)
        records[record.connection.descriptor]?.topicBytes = 0
        return record.connection
    }

    private mutating func move(_ record: Record, to phase: Phase) {
        leave(record)
        counts[Group(phase: phase, transport: record.transport), default: 0] += 1
        records[record.connection.descriptor]?.phase = phase
    }

    private mutating func leave(_ record: Record) {
        counts[Group(phase: record.phase, transport: record.transport), default: 0] -= 1
        guard record.phase == .established, let owner = record.owner else { return }
        accounts.add(connections: -1, to: owner)
    }
}
