internal import Messages
internal import Storage
internal import WireJSON
internal import ZeroMQ

extension RequestEngine {
    /// How many requests have work done elsewhere and are not answered yet.
    package var offloadedCount: Int { offloadedRequests.count }

    /// The jobs that this turn's requests need and that are to be begun now; each is given out once.
    package func takeStartedJobs() -> [StartedJob] {
        defer { startedJobs.removeAll() }
        return startedJobs
    }

    /// Accepts a write whose work is done elsewhere first.
    func prepare(
        _ request: Request,
        _ frames: [[UInt8]],
        by caller: PeerAccess,
        of message: ZMQMultipart,
        hasDelimiter: Bool,
        _ body: RegisteredMethod.OffloadingWrite
    ) throws(RPCError) {
        guard let journal else { throw unknownMethod(request.method) }
        var fingerprint: [UInt8] = []
        if let key = request.meta.idempotencyKey {
            fingerprint = fingerprints.of(request, attachments: frames)
            if try answerDuplicate(caller.storedKey(key), fingerprint, request, by: caller, journal) { return }
        }
        let job = try body(request.params, frames, readContext(at: now.wall, by: caller))
        if let storageFailure { throw Self.refusal(of: storageFailure, isApplied: false) }
        try start(job, request, fingerprint, by: caller, of: message, hasDelimiter: hasDelimiter)
    }

    /// Takes in a request whose job is to be done first.
    func start(
        _ job: PendingJob,
        _ request: Request,
        _ fingerprint: [UInt8],
        by caller: PeerAccess,
        of message: ZMQMultipart,
        hasDelimiter: Bool
    ) throws(RPCError) {
        let peer = message.frame(0)
        let byteCount = message.byteCount + job.byteCount
        guard offloadedRequests.admits(byteCount, of: peer, in: job.kind, limits) else {
            throw Self.retryLater(.overloaded, "too much work waits to be done", 200)
        }
        let id = offloadedRequests.add(
            OffloadedRequests.Item(
                request: request,
                kind: job.kind,
                fingerprint: fingerprint,
                peer: peer,
                caller: caller,
                hasDelimiter: hasDelimiter,
                arrival: now.monotonic,
                record: record,
                byteCount: byteCount,
                isWrite: job.isWrite,
                conclude: job.conclude
            )
        )
        admission.offloaded = offloadedRequests.count
        startedJobs.append(StartedJob(id: id, kind: job.kind, work: job.work))
    }

    /// Decides a write, or answers a read, whose work is done, as part of the present turn.
    ///
    /// - Parameter id: Which; one that is not known is left alone.
    package func finish(_ id: Int) {
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
            switch try item.conclude() {
            case .write(let body):
                // Another request with the same key may have been decided meanwhile.
                var isKnown = false
                let key = request.meta.idempotencyKey.map { item.caller.storedKey($0) }
                if let journal, let key {
                    isKnown = try answerDuplicate(key, item.fingerprint, request, by: item.caller, journal)
                }
                if !isKnown { try write(request, key, item.fingerprint, by: item.caller, body) }
            case .read(let body):
                result.removeAll()
                var context = readContext(at: now.wall, by: item.caller)
                try body(request.params, &context, &result)
                attachments = context.attachments
                reply(to: request, .undecided, result.bytes[...], sequence: head.sequence)
            }
        } catch {
            refuse(request.id, isKeyed: request.meta.idempotencyKey != nil, .undecided, error)
        }
        if item.isWrite {
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
