import Journal

/// How old the rows of a journal are at least, by the time that was seen to pass.
///
/// Rows carry the time of the wall clock, which people and networks set. A row's age is no difference of such times: it is
/// what a clock that only goes forward has counted since the row was there. That clock restarts with each boot of the
/// machine, so the store keeps the sum, with the reading up to which it was counted. Two lives in the same boot are
/// counted with the time between them; what passes between two boots nobody has seen, and it counts as nothing. So rows
/// are never taken for older than they are.
struct RowAges: Equatable {
    /// All rows up to one were there when so much time had passed.
    struct Mark: Equatable {
        var elapsed: Int
        var row: Int
    }

    /// A reading of the clock, in milliseconds, and the boot of the machine in which it was taken, if that is known.
    struct Reading: Equatable {
        var boot: String?
        var milliseconds: Int
    }

    /// How many marks there are in one retention time; rows are kept longer than that by up to one part.
    static let marksPerRetention = 16
    /// After how much time the sum is saved, so that a machine that is cut off every evening gets on too.
    static let longestUnsaved = 60 * 60 * 1_000

    /// The sum: milliseconds that were seen to pass since the store was first looked at.
    private(set) var elapsed: Int
    /// Where it was counted up to.
    private(set) var reading: Reading?
    /// Of rising rows and times.
    private(set) var marks: [Mark]
    private var savedElapsed: Int
    private var hasNewMark = false

    /// What a store has saved; nothing for one in which no rows were marked so far.
    init(elapsed: Int = 0, reading: Reading? = nil, marks: [Mark] = []) {
        self.elapsed = elapsed
        self.reading = reading
        self.marks = marks
        savedElapsed = elapsed
    }

    /// Counts the time up to a reading; a first one in a boot, or one that went back, only begins the counting.
    mutating func advance(to next: Reading) {
        if let reading, reading.boot == next.boot, next.milliseconds > reading.milliseconds {
            let (sum, overflows) = elapsed.addingReportingOverflow(next.milliseconds - reading.milliseconds)
            elapsed = overflows ? StoredCount.range.upperBound : min(sum, StoredCount.range.upperBound)
        }
        reading = next
    }

    /// Notes which row is the last one now, unless that was done lately; forgets the marks that no longer say anything.
    ///
    /// - Parameters:
    ///   - rows: The first and the last row; empty where there are none.
    ///   - retention: How old rows have to become, in milliseconds.
    mutating func mark(_ rows: Range<Int>, retention: Int) {
        if let newest = marks.lastIndex(where: { isOld($0, after: retention) }) { marks.removeFirst(newest) }
        guard hasUnmarked(rows) else { return }
        if let last = marks.last, elapsed - last.elapsed < Self.step(retention) { return }
        marks.append(Mark(elapsed: elapsed, row: rows.upperBound - 1))
        hasNewMark = true
    }

    /// The last row that is at least so old; 0 when none is known to be.
    func lastRow(asOldAs retention: Int) -> Int {
        marks.last { isOld($0, after: retention) }?.row ?? 0
    }

    /// Whether this should be saved, also when nothing else is written.
    ///
    /// Nothing is when all rows are old: then time changes nothing.
    func isDue(_ rows: Range<Int>, retention: Int) -> Bool {
        guard !hasNewMark else { return true }
        let longest = min(Self.step(retention), Self.longestUnsaved)
        guard !rows.isEmpty, elapsed - savedElapsed >= longest else { return false }
        return hasUnmarked(rows) || marks.last.map { !isOld($0, after: retention) } ?? false
    }

    /// Takes note that this is in the store.
    mutating func didSave() {
        savedElapsed = elapsed
        hasNewMark = false
    }

    private func isOld(_ mark: Mark, after retention: Int) -> Bool { elapsed - mark.elapsed >= retention }

    private func hasUnmarked(_ rows: Range<Int>) -> Bool {
        !rows.isEmpty && rows.upperBound - 1 > marks.last?.row ?? 0
    }

    private static func step(_ retention: Int) -> Int { retention / marksPerRetention }
}
