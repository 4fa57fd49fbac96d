internal import ZeroMQ

/// Counts the bytes of answers that peers may not have read yet, and says whom to answer no more and whom to leave.
///
/// libzmq keeps answers for a peer that does not read, and bounds their number, not their bytes. The system knows whether a
/// connection still holds any, and is asked about a peer now and then.
struct UnreadAnswers {
    private struct Peer {
        let connection: ZMQConnection
        /// Bytes of answers since it was last seen to have read everything.
        var bytes = 0
        /// As many of those had been sent when the system was asked last.
        var bytesAsked = 0
        /// When it was last seen to have read everything.
        var clear: UInt64
    }

    /// Bytes of answers after which the system is asked about a peer.
    private static var stride: Int { 256 << 10 }
    /// The least number of peers at which those that are gone are looked for.
    private static var fewPeers: Int { 1_024 }

    private let perPeer: Int
    private let total: Int
    private var peers: [UInt64: Peer] = [:]
    private var mostPeers = fewPeers
    /// Bytes of all peers.
    private var bytes = 0
    /// Counts what happens: a time without a clock.
    private var time: UInt64 = 0

    /// - Parameters:
    ///   - perPeer: The bytes above which nothing is done for a peer until it has read.
    ///   - total: The bytes of all peers above which those that read least are left.
    init(perPeer: Int, total: Int) {
        self.perPeer = perPeer
        self.total = total
    }

    /// Whether a peer that asks may be answered.
    ///
    /// - Parameters:
    ///   - peer: Who.
    ///   - connection: Over which connection it asks; looked up only where that matters.
    mutating func admits(_ peer: UInt64, _ connection: () -> ZMQConnection?) -> Bool {
        guard let known = peers[peer] else {
            begin(peer, connection())
            return true
        }
        guard known.bytes > perPeer || known.bytes - known.bytesAsked > Self.stride else { return true }
        time += 1
        switch known.connection.unreadBytes {
        case nil:
            // The peer is here, so this was an earlier connection of one that names itself.
            bytes -= known.bytes
            begin(peer, connection())
            return true
        case 0:
            cleared(peer)
            return true
        default:
            peers[peer]?.bytesAsked = known.bytes
            return known.bytes <= perPeer
        }
    }

    /// Counts an answer, and returns the connections to end because of all that waits.
    mutating func add(_ count: Int, for peer: UInt64) -> [ZMQConnection] {
        guard (peers[peer]?.bytes += count) != nil else { return [] }
        bytes += count
        return bytes > total ? makeRoom() : []
    }

    private mutating func begin(_ peer: UInt64, _ connection: ZMQConnection?) {
        time += 1
        peers[peer] = connection.map { Peer(connection: $0, clear: time) }
        guard peers.count > mostPeers else { return }
        lookAtAll()
        mostPeers = max(Self.fewPeers, 2 * peers.count)
    }

    private mutating func cleared(_ peer: UInt64) {
        bytes -= peers[peer]?.bytes ?? 0
        peers[peer]?.bytes = 0
        peers[peer]?.bytesAsked = 0
        peers[peer]?.clear = time
    }

    /// Forgets peers that are gone, and what others have read.
    private mutating func lookAtAll() {
        time += 1
        for (peer, known) in peers {
            switch known.connection.unreadBytes {
            case nil:
                bytes -= known.bytes
                peers[peer] = nil
            case 0: cleared(peer)
            default: break
            }
        }
    }

    /// Chooses whom to leave until a quarter of the room is free.
    ///
    /// First those with much unread, and among them who has not been seen to have read everything for longest: one that
    /// reads all the time may have much under way as well, but not for long. Then who has most.
    private mutating func makeRoom() -> [ZMQConnection] {
        lookAtAll()
        guard bytes > total else { return [] }
        let order = peers.sorted { one, other in
            let (one, other) = (one.value, other.value)
            let haveMuch = (one.bytes > Self.stride, other.bytes > Self.stride)
            return switch haveMuch {
            case (true, true): one.clear < other.clear
            case (false, false): one.bytes > other.bytes
            default: haveMuch.0
            }
        }
        var left: [ZMQConnection] = []
        for (peer, known) in order {
            guard bytes > total / 4 * 3 else { break }
            bytes -= known.bytes
            peers[peer] = nil
            left.append(known.connection)
        }
        return left
    }
}
