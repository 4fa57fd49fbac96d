internal import Journal

/// How far the journal and its event stream have come, with what is decided and not committed yet.
struct StreamHead {
    /// The newest write.
    var entry: Int
    /// The newest event.
    var sequence: Int
    /// The newest event of each subject; of a service that leaves its levels in the store, only of those that have had
    /// one in the present batch.
    var sequenceOfSubject: [String: Int]

    /// The position of a journal, with the levels that a service has loaded of it.
    init(of journal: (any Journal)?, _ levels: [Level]) {
        entry = journal?.lastEntry ?? 0
        sequence = journal?.lastSequence ?? 0
        sequenceOfSubject = [:]
        for level in levels { sequenceOfSubject[level.item] = level.sequence }
    }

    /// Gives the next position of the stream to an event.
    ///
    /// - Returns: Its position, and that of the last earlier event of the same subject.
    mutating func advance(subject: String) -> (sequence: Int, previous: Int?) {
        sequence += 1
        // Nearly every subject has had an event, and its place is found once: `updateValue` writes the key again, too.
        guard let place = sequenceOfSubject.index(forKey: subject) else {
            sequenceOfSubject[subject] = sequence
            return (sequence, nil)
        }
        let previous = sequenceOfSubject.values[place]
        sequenceOfSubject.values[place] = sequence
        return (sequence, previous)
    }
}
