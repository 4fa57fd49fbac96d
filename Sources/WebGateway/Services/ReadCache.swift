internal import Messages

/// Which answers of reads are still exact: a state machine without a clock, a lock or a socket.
///
/// Of each stream it knows the newest position of all events, heartbeats and answers. An answer is exact while nothing
/// newer is known and the stream has given a sign of life within ``interval``; a newer position drops all of the service.
struct ReadCache<Answer> {
    typealias Instant = ContinuousClock.Instant

    /// A question that is about to be sent to a service.
    struct Asked: Sendable {
        fileprivate let doubts: Int
        fileprivate let isWanted: Bool
    }

    /// What was done for a service.
    struct Counts {
        /// Answers that were given from memory.
        var hits = 0
        /// Answers that were dropped: there was something newer, a doubt, or no room.
        var drops = 0
        /// What those take that are kept.
        var bytes = 0
    }

    private struct Entry {
        let answer: Answer
        let bytes: Int
    }

    /// How old the last sign of life of a stream may be; a heartbeat comes each second.
    static var interval: Duration { .seconds(2) }
    /// The most bytes of answers of one service.
    static var maxBytes: Int { 8 << 20 }
    /// A longer answer is not kept.
    static var maxAnswer: Int { 256 << 10 }

    private var streams: [ServiceName: Stream]
    private var door = Door()

    /// - Parameter services: Those whose positions move with each change of what they show; of others nothing is kept.
    init(of services: some Sequence<ServiceName>) {
        streams = Dictionary(services.map { ($0, Stream()) }) { first, _ in first }
    }

    /// What was done for each service.
    var counts: [ServiceName: Counts] { streams.mapValues(\.counts) }

    /// The newest position of a stream that is known; `nil` for none.
    func current(of service: ServiceName) -> StreamPosition? { streams[service]?.current }

    // MARK: What streams tell

    /// An event, a heartbeat or a marker has come.
    mutating func hear(_ position: StreamPosition, at now: Instant) {
        change(position.service) { $0.hear(position, at: now) }
    }

    /// The worker that is listened to may not know what is new.
    mutating func distrust(_ service: ServiceName) {
        change(service) { $0.doubt() }
    }

    // MARK: What services answer

    /// An answer, to a read or a write, was true at a position.
    mutating func see(_ position: StreamPosition) {
        change(position.service) { $0.see(position) }
    }

    /// A question is about to be sent.
    ///
    /// - Returns: What ``keep(_:bytes:of:at:asked:now:)`` wants with the answer; `nil` where no answer is kept.
    mutating func ask(_ key: ReadKey) -> Asked? {
        // What services say of themselves is of the moment, not of a position.
        guard let stream = streams[key.service], key.method.kind == .read,
            key.method.name.hasPrefix("\(key.service.rawValue).")
        else { return nil }
        return Asked(doubts: stream.doubts, isWanted: door.knows(key.hashValue))
    }

    /// Keeps an answer, if it is exact and was asked for before.
    mutating func keep(
        _ answer: Answer,
        bytes: Int,
        of key: ReadKey,
        at position: StreamPosition,
        asked: Asked,
        now: Instant
    ) {
        guard bytes <= Self.maxAnswer, asked.isWanted else { return }
        change(key.service) { stream in
            guard asked.doubts == stream.doubts, stream.isAlive(now), stream.current == position else { return }
            stream.keep(Entry(answer: answer, bytes: bytes), of: key)
        }
    }

    /// The answer to a question, if there is one that is exact now.
    mutating func answer(to key: ReadKey, from least: LeastPosition?, at now: Instant) -> Answer? {
        guard let index = streams.index(forKey: key.service) else { return nil }
        return streams.values[index].answer(to: key, from: least, at: now)
    }

    private mutating func change(_ service: ServiceName, _ body: (inout Stream) -> Void) {
        guard let index = streams.index(forKey: service) else { return }
        body(&streams.values[index])
    }
}

extension ReadCache {
    /// What is known of one service.
    private struct Stream {
        /// Where the stream stands, as it says itself.
        private var heard: StreamPosition?
        /// When it gave its last sign of life; `nil` where that does not count any more.
        private var heardAt: Instant?
        /// The newest position of all answers.
        private var answered: StreamPosition?
        /// Counts the times when the stream may not have told everything: what was asked before is not kept.
        private(set) var doubts = 0
        private(set) var counts = Counts()
        /// The answers of ``current``: those that somebody has asked for lately, and others, which go where there is no room.
        private var recent: [ReadKey: Entry] = [:]
        private var older: [ReadKey: Entry] = [:]
        private var recentBytes = 0

        /// The newest position that is known; `nil` where the stream and the answers are of two histories.
        var current: StreamPosition? {
            guard let heard, let answered else { return heard }
            guard heard.epoch == answered.epoch else { return nil }
            return heard.sequence < answered.sequence ? answered : heard
        }

        func isAlive(_ now: Instant) -> Bool {
            heardAt.map { $0.duration(to: now) <= interval } ?? false
        }

        mutating func hear(_ position: StreamPosition, at now: Instant) {
            let before = current
            // What comes first after a silence may have waited on the way for as long.
            if !isAlive(now) || heard?.epoch != position.epoch { doubt() }
            heard = Self.newer(of: heard, position)
            if current != before { drop() }
            // What is behind the newest says nothing of the present.
            if let current, position.sequence >= current.sequence { heardAt = now }
        }

        mutating func see(_ position: StreamPosition) {
            let before = current
            if let answered, answered.epoch != position.epoch { doubt() }
            answered = Self.newer(of: answered, position)
            if current != before { drop() }
        }

        /// Of two histories the one that was told of last.
        private static func newer(of known: StreamPosition?, _ position: StreamPosition) -> StreamPosition {
            guard let known, known.epoch == position.epoch, known.sequence > position.sequence else { return position }
            return known
        }

        mutating func doubt() {
            drop()
            doubts += 1
            heardAt = nil
        }

        private mutating func drop() {
            counts.drops += recent.count + older.count
            (recent, older, recentBytes, counts.bytes) = ([:], [:], 0, 0)
        }

        mutating func answer(to key: ReadKey, from least: LeastPosition?, at now: Instant) -> Answer? {
            guard isAlive(now), let current else { return nil }
            if let least {
                guard current.sequence >= least.sequence, least.epoch ?? current.epoch == current.epoch else {
                    return nil
                }
            }
            guard let entry = recent[key] ?? older[key] else { return nil }
            counts.hits += 1
            if recent[key] == nil { keep(entry, of: key) }
            return entry.answer
        }

        mutating func keep(_ entry: Entry, of key: ReadKey) {
            for replaced in [recent[key], older.removeValue(forKey: key)] { counts.bytes -= replaced?.bytes ?? 0 }
            recentBytes += entry.bytes - (recent[key]?.bytes ?? 0)
            counts.bytes += entry.bytes
            recent[key] = entry
            guard recentBytes > maxBytes / 2 else { return }
            counts.drops += older.count
            (older, recent, counts.bytes, recentBytes) = (recent, [:], recentBytes, 0)
        }
    }
}

/// Lets in what was asked before, in a fixed room: a stranger's questions, each another one, leave nothing behind.
private struct Door {
    private var hashes = [Int](repeating: 0, count: 1_024)

    /// Whether a question was asked lately; from now on it was.
    mutating func knows(_ hash: Int) -> Bool {
        let place = Int(UInt(bitPattern: hash) % UInt(hashes.count))
        defer { hashes[place] = hash }
        return hashes[place] == hash
    }
}
