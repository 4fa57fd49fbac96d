internal import Messages

/// The writes whose preparation waits or runs elsewhere, counted against the limits.
struct PreparationTable {
    /// What is needed to go on with one when its preparation is done.
    struct Item {
        let request: Request
        let fingerprint: [UInt8]
        let peer: [UInt8]
        let hasDelimiter: Bool
        /// When it arrived, monotonic nanoseconds.
        let arrival: UInt64
        /// Where it is counted.
        let record: MethodRecord
        let byteCount: Int
    }

    private var items: [Int: Item] = [:]
    private var countOfPeer: [[UInt8]: Int] = [:]
    private var byteCount = 0
    private var lastID = 0

    var count: Int { items.count }

    /// Whether there is room for one more.
    func admits(_ bytes: Int, of peer: [UInt8], _ limits: WorkerLimits) -> Bool {
        items.count < limits.preparations && byteCount + bytes <= limits.preparationBytes
            && countOfPeer[peer, default: 0] < limits.preparationsPerPeer
    }

    /// Takes one in.
    ///
    /// - Returns: Its number.
    mutating func add(_ item: Item) -> Int {
        lastID += 1
        items[lastID] = item
        countOfPeer[item.peer, default: 0] += 1
        byteCount += item.byteCount
        return lastID
    }

    /// Takes one out; `nil` when it is not there.
    mutating func remove(_ id: Int) -> Item? {
        guard let item = items.removeValue(forKey: id) else { return nil }
        byteCount -= item.byteCount
        let left = countOfPeer[item.peer, default: 1] - 1
        countOfPeer[item.peer] = left > 0 ? left : nil
        return item
    }
}
