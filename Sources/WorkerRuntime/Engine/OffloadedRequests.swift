internal import Messages

/// The requests whose work waits or runs elsewhere, counted against the limits of their kind.
struct OffloadedRequests {
    /// What is needed to go on with one when its work is done.
    struct Item {
        let request: Request
        let kind: JobKind
        /// Of a write with a key; else empty.
        let fingerprint: [UInt8]
        let peer: [UInt8]
        let caller: PeerAccess
        let hasDelimiter: Bool
        /// When it arrived, monotonic nanoseconds.
        let arrival: UInt64
        /// Where it is counted.
        let record: MethodRecords.Index
        let byteCount: Int
        let isWrite: Bool
        let conclude: () throws(RPCError) -> PendingJob.Conclusion
    }

    private struct Load {
        var count = 0
        var byteCount = 0
        var countOfPeer: [[UInt8]: Int] = [:]
    }

    private var items: [Int: Item] = [:]
    private var loads: [JobKind: Load] = [:]
    private var lastID = 0

    var count: Int { items.count }

    /// Whether there is room for one more.
    func admits(_ bytes: Int, of peer: [UInt8], in kind: JobKind, _ limits: WorkerLimits) -> Bool {
        let load = loads[kind] ?? Load()
        let (count, perPeer) =
            switch kind {
            case .computing: (limits.offloaded, limits.offloadedPerPeer)
            case .reading: (limits.readings, limits.readingsPerPeer)
            }
        return load.count < count && load.byteCount + bytes <= limits.offloadedBytes
            && load.countOfPeer[peer, default: 0] < perPeer
    }

    /// Takes one in.
    ///
    /// - Returns: Its number.
    mutating func add(_ item: Item) -> Int {
        lastID += 1
        items[lastID] = item
        var load = loads.removeValue(forKey: item.kind) ?? Load()
        load.count += 1
        load.byteCount += item.byteCount
        load.countOfPeer[item.peer, default: 0] += 1
        loads[item.kind] = load
        return lastID
    }

    /// Takes one out; `nil` when it is not there.
    mutating func remove(_ id: Int) -> Item? {
        guard let item = items.removeValue(forKey: id), var load = loads.removeValue(forKey: item.kind) else {
            return nil
        }
        load.count -= 1
        load.byteCount -= item.byteCount
        let left = load.countOfPeer[item.peer, default: 1] - 1
        load.countOfPeer[item.peer] = left > 0 ? left : nil
        loads[item.kind] = load
        return item
    }
}
