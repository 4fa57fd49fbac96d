package import Messages
internal import Storage
internal import WireJSON
internal import ZeroMQ

extension RequestEngine {
    /// How many requests have work done elsewhere and are not answered yet.
    package var offloadedCount: Int { offloadedRequests.count }

    /// The work that this turn's requests need and that is to be begun now; each is given out once.
    package func takeOffloadedWork() -> [OffloadedWork<Service.State>] {
        defer { offloadedWork.removeAll() }
        return offloadedWork
    }

    /// Accepts a write whose work is done elsewhere first.
    func offloadWrite(
        _ request: Request,
        _ frames: [[UInt8]],
        by caller: PeerAccess,
        of message: ZMQMultipart,
        hasDelimiter: Bool,
        _ plan: (JSONNode?, [[UInt8]], ReadContext<Service.State>) throws(RPCError) -> OffloadedWrite<Service.State>
    ) throws(RPCError) {
        guard let journal else { throw unknownMethod(request.method) }
        var fingerprint: [UInt8] = []
        if let key = request.meta.idempotencyKey {
            fingerprint = fingerprints.of(request, attachments: frames)
            if try answerDuplicate(caller.storedKey(key), fingerprint, request, by: caller, journal) { return }
        }
        let offloadedWrite = try plan(request.params, frames, readContext(at: now.wall, by: caller))
        if let storageFailure { throw Self.refusal(of: storageFailure, isApplied: false) }
        let work = offloadedWrite.work
        try start(
            request,
            fingerprint,
            .computing,
            offloadedWrite.byteCount,
            by: caller,
            of: message,
            hasDelimiter: hasDelimiter
        ) {
            () throws(RPCError) in .write(try work())
        }
    }

    /// Accepts a read whose work is done elsewhere first.
    func offloadRead(
        _ request: Request,
        by caller: PeerAccess,
        of message: ZMQMultipart,
        hasDelimiter: Bool,
        _ offloadedRead: OffloadedRead<Service.State>
    ) throws(RPCError) {
        let work = offloadedRead.work
        try start(request, [], offloadedRead.kind, 0, by: caller, of: message, hasDelimiter: hasDelimiter) {
            () throws(RPCError) in .read(try work())
        }
    }

    private func start(
        _ request: Request,
        _ fingerprint: [UInt8],
        _ kind: OffloadedKind,
        _ byteCount: Int,
        by caller: PeerAccess,
        of message: ZMQMultipart,
        hasDelimiter: Bool,
        _ work: @escaping @Sendable () throws(RPCError) -> FinishedWork<Service.State>
    ) throws(RPCError) {
        let peer = message.frame(0)
        let byteCount = message.byteCount + byteCount
        guard offloadedRequests.admits(byteCount, of: peer, in: kind, limits) else {
            throw Self.retryLater(.overloaded, "too much work waits to be done", 200)
        }
        let id = offloadedRequests.add(
            OffloadedRequests.Item(
                request: request,
                kind: kind,
                fingerprint: fingerprint,
                peer: peer,
                caller: caller,
                hasDelimiter: hasDelimiter,
                arrival: now.monotonic,
                record: record,
                byteCount: byteCount
            )
        )
        admission.offloaded = offloadedRequests.count
        offloadedWork.append(OffloadedWork(id: id, kind: kind, work: work))
    }

    /// Decides a write, or answers a read, whose work is done, as part of the present turn.
    ///
    /// - Parameters:
    ///   - id: Which; one that is not known is left alone.
    ///   - outcome: What the work came to.
    package func finish(_ id: Int, _ outcome: Result<FinishedWork<Service.State>, RPCError>) {
        guard let item = offloadedRequests.remove(id) else { return }
        defer { if let failure = store.takeFailure() { storeFailed(failure) } }
        admission.offloaded = offloadedRequests.count
        // Its time runs since it arrived.
        now = Moment(monotonic: item.arrival, wall: clock().wall)
        isBatch = false
        record = item.record
        let request = item.request
        let firstSlot = turn.slots.count
        var attachments: [[UInt8]] = []
        do throws(RPCError) {
            try checkDeadline(request, at: clock())
            switch try outcome.get() {
            case .write(let decide):
                // Another request with the same key may have been decided meanwhile.
                var isKnown = false
                let key = request.meta.idempotencyKey.map { item.caller.storedKey($0) }
                if let journal, let key {
                    isKnown = try answerDuplicate(key, item.fingerprint, request, by: item.caller, journal)
                }
                if !isKnown { try write(request, key, item.fingerprint, by: item.caller, decide) }
            case .read(let conclude):
                result.removeAll()
                try conclude(readContext(at: now.wall, by: item.caller), &result, &attachments)
                reply(to: request, .undecided, result.bytes[...], sequence: head.sequence)
            }
        } catch {
            refuse(request.id, isKeyed: request.meta.idempotencyKey != nil, .undecided, error)
        }
        if entries?.named(request.method)?.isWrite == true {
            audit(request, by: item.caller, slot: firstSlot)
        }
        turn.answer(
            from: firstSlot,
            to: item.peer.span,
            hasDelimiter: item.hasDelimiter,
            isBatch: false,
            attachments: attachments
        )
    }
}
