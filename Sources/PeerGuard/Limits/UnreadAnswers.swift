package import ZeroMQ

/// Counts the bytes of answers that peers may not have read yet, and says whom to answer no more and whom to leave.
///
/// libzmq keeps answers for a peer that does not read, and bounds their number, not their bytes: so no more can be
/// unread than the last answers of that number had. Where that is too much, the system is asked whether the connection
/// still holds any: a peer that keeps many requests in flight always has some unread, and reads all the same. A peer
/// may have as much unread as is left of three quarters of the room for all: however many do not read, they share it,
/// and who reads is always answered. The last quarter is for what an iteration answers before it is counted, and for
/// refusals.
package struct UnreadAnswers {
    private struct Peer {
        let connection: ZMQConnection
        /// The last answers since it was last seen to have read everything, as many as libzmq keeps.
        var answers = RecentAnswers()
        var bytes: Int { answers.bytes }
        /// When it was last seen to have read everything.
        var clear: UInt64
        /// In which iteration it was answered last.
        var answered: UInt64 = 0
        /// Whether its connection is over while much was unread: what it had sent before that may still come.
        var isLeft = false
    }

    /// Bytes that a peer which reads may have in flight.
    private static var little: Int { 256 << 10 }
    /// The least number of peers at which those that are gone are looked for.
    private static var fewPeers: Int { 1_024 }

    private let perPeer: Int
    private let total: Int
    private let maxWaiting: Int
    private var share: Int { total / 4 * 3 }
    private var peers: [UInt64: Peer] = [:]
    private var maxPeers = fewPeers
    /// Bytes of all peers, and how many of those are of peers that were left: libzmq gives them back when it has closed
    /// the connection, which is not before all that came over it has been taken.
    private var bytes = 0
    private var bytesOfLeft = 0
    /// What the bytes were when all peers were looked at last.
    private var bytesLookedAt = 0
    /// Counts iterations: what was answered in this one may not have left libzmq, and the system know nothing of it.
    private var iteration: UInt64 = 1
    private var hasAnswered = false
    /// Counts what happens: a time without a clock.
    private var time: UInt64 = 0

    /// - Parameters:
    ///   - perPeer: The bytes above which nothing is done for a peer until it has read.
    ///   - total: The bytes of all peers above which those that read least are left.
    ///   - maxWaiting: The most answers that libzmq keeps for one peer.
    package init(perPeer: Int, total: Int, maxWaiting: Int) {
        self.perPeer = perPeer
        self.total = total
        self.maxWaiting = maxWaiting
    }

    /// Whether a peer that asks may be answered.
    ///
    /// - Parameters:
    ///   - peer: Who.
    ///   - connection: Over which connection it asks; looked up only where that matters.
    package mutating func admits(_ peer: UInt64, over connection: () -> ZMQConnection?) -> Bool {
        if hasAnswered {
            hasAnswered = false
            iteration += 1
        }
        guard let known = peers[peer] else {
            begin(peer, over: connection())
            return true
        }
        if known.isLeft {
            guard let current = connection(), current != known.connection else { return false }
            forget(peer)
            begin(peer, over: current)
            return true
        }
        guard known.bytes > min(perPeer, max(0, share - bytes)) else { return true }
        time += 1
        switch known.connection.unreadBytes {
        case nil:
            forget(peer)
            guard let current = connection() else {
                peers[peer] = known
                peers[peer]?.answers = RecentAnswers()
                peers[peer]?.isLeft = true
                return false
            }
            begin(peer, over: current)
            return true
        case 0:
            cleared(peer)
            return true
        default:
            return false
        }
    }

    /// Counts an answer, and returns the connections to end because of all that waits.
    package mutating func add(_ count: Int, for peer: UInt64) -> [ZMQConnection] {
        guard let index = peers.index(forKey: peer), !peers.values[index].isLeft else { return [] }
        bytes += count - peers.values[index].answers.add(count, keeping: maxWaiting)
        peers.values[index].answered = iteration
        hasAnswered = true
        // Now and then, so that what has been read long ago takes no room from others.
        if bytes - bytesLookedAt > total / 8 { lookAtAll() }
        return bytes - bytesOfLeft > total ? makeRoom() : []
    }

    private mutating func begin(_ peer: UInt64, over connection: ZMQConnection?) {
        time += 1
        peers[peer] = connection.map { Peer(connection: $0, clear: time) }
        guard peers.count > maxPeers else { return }
        lookAtAll()
        for (peer, known) in peers where known.isLeft && known.bytes == 0 { forget(peer) }
        maxPeers = max(Self.fewPeers, 2 * peers.count)
    }

    private mutating func cleared(_ peer: UInt64) {
        bytes -= peers[peer]?.bytes ?? 0
        peers[peer]?.answers = RecentAnswers()
        peers[peer]?.clear = time
    }

    private mutating func forget(_ peer: UInt64) {
        guard let known = peers.removeValue(forKey: peer) else { return }
        bytes -= known.bytes
        if known.isLeft { bytesOfLeft -= known.bytes }
    }

    /// Forgets what peers have read, and those that are gone.
    private mutating func lookAtAll() {
        time += 1
        for (peer, known) in peers {
            switch known.connection.unreadBytes {
            case nil:
                forget(peer)
                // What it had sent before may still come.
                guard known.isLeft || known.bytes > Self.little else { continue }
                peers[peer] = Peer(connection: known.connection, clear: known.clear, isLeft: true)
            case 0 where !known.isLeft && known.answered != iteration: cleared(peer)
            default: break
            }
        }
        bytesLookedAt = bytes
    }

    /// Chooses whom to leave until a quarter of the room is free.
    ///
    /// First those with much unread, and among them who has not been seen to have read everything for longest: one that
    /// reads all the time may have much in flight as well, but not for long. Then who has most.
    private mutating func makeRoom() -> [ZMQConnection] {
        lookAtAll()
        guard bytes - bytesOfLeft > total else { return [] }
        let order = peers.filter { $0.value.bytes > 0 && !$0.value.isLeft }.sorted { one, other in
            let (one, other) = (one.value, other.value)
            let haveMuch = (one.bytes > Self.little, other.bytes > Self.little)
            return switch haveMuch {
            case (true, true): one.clear < other.clear
            case (false, false): one.bytes > other.bytes
            default: haveMuch.0
            }
        }
        var connections: [ZMQConnection] = []
        for (peer, known) in order {
            guard bytes - bytesOfLeft > share else { break }
            peers[peer]?.isLeft = true
            bytesOfLeft += known.bytes
            connections.append(known.connection)
        }
        bytesLookedAt = bytes
        return connections
    }
}

/// Sums the bytes of the last answers to one peer.
///
/// In parts of a quarter of their number, so that nothing is kept of the single ones: the sum is of up to a quarter
/// more.
private struct RecentAnswers {
    /// The part that grows is the last; the others have a quarter each.
    private var parts: InlineArray<5, Int> = [0, 0, 0, 0, 0]
    private var last = 0
    private var countInLast = 0
    private(set) var bytes = 0

    /// Adds one answer.
    ///
    /// - Parameters:
    ///   - count: Its bytes.
    ///   - most: How many answers at least are in the sum, if there have been as many.
    /// - Returns: The bytes of older answers that are in the sum no more.
    mutating func add(_ count: Int, keeping most: Int) -> Int {
        var dropped = 0
        if countInLast >= max(1, (most + 3) / 4) {
            last = (last + 1) % parts.count
            dropped = parts[last]
            parts[last] = 0
            countInLast = 0
        }
        parts[last] += count
        countInLast += 1
        bytes += count - dropped
        return dropped
    }
}
