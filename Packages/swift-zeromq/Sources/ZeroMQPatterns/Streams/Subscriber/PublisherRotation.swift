/// Decides which of the publishers of one stream a subscriber is connected to, and when it goes on to the next.
///
/// It does no I/O and reads no clock.
struct PublisherRotation {
    /// The pause after nobody was found all around; twice as long the next time.
    private static let pauses = (first: Duration.milliseconds(100), longest: Duration.seconds(2))

    private let count: Int
    /// The one to be connected to.
    private(set) var current = 0
    /// How often it has gone on since a publisher said something.
    private var moves = 0
    /// How often publishers have said in a row that they are cut off from their log.
    private var cutOffs = 0
    /// How often the last of them says so before all are tried again.
    private static let stay = 3

    /// - Parameter count: How many publishers there are, from 1.
    init(count: Int) {
        self.count = count
    }

    var hasSeveral: Bool { count > 1 }

    /// The publisher said something.
    mutating func heard() {
        moves = 0
    }

    /// The publisher says that it is cut off from its log: whether to go on to the next, which may hear more.
    ///
    /// When all have said so it stays for a while: a stream that nobody adds to is better than none.
    mutating func isToLeaveCutOff() -> Bool {
        cutOffs += 1
        if cutOffs >= count + Self.stay { cutOffs = 1 }
        return cutOffs < count
    }

    /// The publisher is not cut off.
    mutating func followsLog() {
        cutOffs = 0
    }

    /// The publisher is gone, or silent: goes on to the next.
    ///
    /// - Returns: How long to wait before connecting, and whether all have been tried since one of them said something.
    mutating func next() -> (pause: Duration, wasLast: Bool) {
        current = (current + 1) % count
        moves += 1
        let rounds = moves / count
        guard moves % count == 0 else { return (.zero, false) }
        return (min(Self.pauses.first * (1 << min(rounds - 1, 10)), Self.pauses.longest), true)
    }
}
