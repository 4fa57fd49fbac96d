internal import Messages

/// The calls whose background jobs wait or run, counted against the limits of their kind.
struct BackgroundCalls {
    /// What is needed to go on with one when its job is done.
    struct Item {
        let call: Call
        /// Of a write.
        let identity: WriteIdentity?
        /// Whose limit it counts against.
        fileprivate let connection: UInt64
        let returnAddress: [UInt8]
        let job: MethodHandler.Job
        fileprivate let byteCount: Int
    }

    private struct Load {
        var count = 0
        var byteCount = 0
        var countOfPeer: [UInt64: Int] = [:]
    }

    private let limits: WorkerLimits
    private var items: [Int: Item] = [:]
    private var loads: [JobKind: Load] = [:]
    private var lastID = 0

    init(_ limits: WorkerLimits) { self.limits = limits }

    var count: Int { items.count }

    subscript(id: Int) -> Item? { items[id] }

    /// Takes one in.
    ///
    /// - Returns: What its job is known by, which is to be begun now.
    /// - Throws: ``RPCError`` `OVERLOADED` when there is no room for it.
    mutating func add(
        _ job: MethodHandler.Job,
        of call: Call,
        identity: WriteIdentity?,
        in message: RequestMessage
    ) throws(RPCError) -> Int {
        // Of a broker, which speaks for many, all together: the names that it gives them cost it nothing.
        let peer = message.connection
        let byteCount = message.byteCount + job.byteCount
        var load = loads[job.kind] ?? Load()
        guard hasRoom(for: byteCount, of: peer, in: load, kind: job.kind) else {
            throw RPCError(.overloaded, "too much work waits to be done", retryAfter: 200)
        }
        load.count += 1
        load.byteCount += byteCount
        load.countOfPeer[peer, default: 0] += 1
        loads[job.kind] = load
        lastID += 1
        items[lastID] = Item(
            call: call,
            identity: identity,
            connection: peer,
            returnAddress: message.returnAddress,
            job: job,
            byteCount: byteCount
        )
        return lastID
    }

    private func hasRoom(for bytes: Int, of peer: UInt64, in load: Load, kind: JobKind) -> Bool {
        let (count, perPeer) =
            switch kind {
            case .computing: (limits.offloaded, limits.offloadedPerPeer)
            case .reading: (limits.readings, limits.readingsPerPeer)
            case .checking: (0, 0)
            }
        return load.count < count && load.byteCount + bytes <= limits.offloadedBytes
            && load.countOfPeer[peer, default: 0] < perPeer
    }

    /// Takes one out; `nil` when it is not there.
    mutating func remove(_ id: Int) -> Item? {
        guard let item = items.removeValue(forKey: id), var load = loads.removeValue(forKey: item.job.kind) else {
            return nil
        }
        load.count -= 1
        load.byteCount -= item.byteCount
        let left = load.countOfPeer[item.connection, default: 1] - 1
        load.countOfPeer[item.connection] = left > 0 ? left : nil
        loads[item.job.kind] = load
        return item
    }
}
