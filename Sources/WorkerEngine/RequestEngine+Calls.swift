internal import Journal
package import Messages
internal import OTLPTracing
internal import Platform

extension RequestEngine {
    /// Decides everything in one message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - text: What ``read(_:)`` has found in it.
    ///   - arrival: When it was taken; `nil` for now.
    package func decide(
        _ message: RequestMessage,
        as text: consuming RequestText,
        arrival: Moment? = nil
    ) {
        if case .nothing = message.content { return }
        let arrival = arrival ?? clock()
        let (firstSlot, firstByte) = responses.end
        var isBatch = false
        var attachments: [[UInt8]] = []
        switch consume text {
        case .single(let request):
            let isAdmitted = message.isAdmitted && admission.admitOne()
            attachments = execute(request, of: message, arrival: arrival, batchStart: nil, isAdmitted: isAdmitted)
        case .batch(let requests):
            guard message.attachments.isEmpty else {
                refuse(at: arrival, because: RPCError(.invalidRequest, "a batch carries no attachments"))
                break
            }
            isBatch = true
            let isAdmitted = message.isAdmitted && admission.admit(requests.count, of: message.connection)
            for request in requests {
                _ = execute(request, of: message, arrival: arrival, batchStart: firstByte, isAdmitted: isAdmitted)
            }
        case .invalid(let error):
            refuse(at: arrival, because: error)
        }
        responses.answer(
            from: firstSlot,
            to: message.returnAddress,
            isBatch: isBatch,
            attachments: attachments
        )
    }

    /// Does one request.
    ///
    /// - Returns: The attachment frames of its answer.
    private func execute(
        _ decoded: consuming Result<Request, Request.Refusal>,
        of message: RequestMessage,
        arrival: Moment,
        batchStart: Int?,
        isAdmitted: Bool
    ) -> [[UInt8]] {
        switch consume decoded {
        case .success(let request):
            // Before anything else is said: someone who may not be here learns nothing but that.
            guard let peer = message.peer else {
                refuse(request, at: arrival, because: RPCError(.unauthenticated, Self.unknownKey))
                return []
            }
            return execute(
                request,
                of: message,
                by: peer,
                arrival: arrival,
                batchStart: batchStart,
                isAdmitted: isAdmitted
            )
        case .failure(let refusal):
            refuse(at: arrival, id: refusal.id, because: refusal.error)
            return []
        }
    }

    private static var unknownKey: String {
        "the key of this connection is not, or no longer, in the list of clients"
    }

    private func execute(
        _ request: consuming Request,
        of message: RequestMessage,
        by peer: PeerAccess,
        arrival: Moment,
        batchStart: Int?,
        isAdmitted: Bool
    ) -> [[UInt8]] {
        let route: Dispatch.Route
        do throws(RPCError) {
            guard isAdmitted else {
                throw RPCError(.overloaded, "too many requests or unread answers wait", retryAfter: 100)
            }
            route = try dispatch.route(to: request.method)
        } catch {
            refuse(request, at: arrival, because: error)
            return []
        }
        let span = spans?.begin(&request, arrival: arrival.monotonic, isStandard: route.isStandard)
        let start = span == nil ? 0 : SystemClock.monotonic
        let call = Call(
            request: request,
            peer: peer,
            arrival: arrival,
            batchStart: batchStart,
            slot: responses.end.slot,
            record: route.record,
            span: span
        )
        var standing = Responses.Standing.settled
        var attachments: [[UInt8]] = []
        do throws(RPCError) {
            // Nothing was done yet since the arrival but to read the message, unless others of a batch came before.
            try admission.check(call, for: route, at: batchStart == nil ? arrival : clock())
            // A read whose result nobody gets has no effect that anybody could see.
            guard !call.isNotification || route.isWrite || route.isStandard else { return [] }
            if route.isOffloadingWrite { try call.requireAlone() }
            if route.readsCommitted {
                commit()
                try admission.checkExamined()
            }
            standing = route.standing
            if !route.isAlwaysGiven { try responses.checkRoom(for: call) }
            switch try dispatch.perform(
                call,
                by: route,
                with: message.attachments,
                into: &responses.result,
                attachments: &attachments
            ) {
            case .answer(let outcome):
                if !route.isAlwaysGiven { try responses.checkResult(of: call) }
                answer(call, with: outcome)
            case .job(let job, let identity):
                startedJobs.append(try admission.jobs.add(job, of: call, identity: identity, in: message))
            case .refusedNotification:
                statistics.refusedNotifications += 1
            }
        } catch {
            refuse(call, standing: standing, because: error)
        }
        if let span { decided(call, span: span, since: start) }
        if route.isWrite { audit(call) }
        return attachments
    }

    /// There is no reply yet for work that is done elsewhere first.
    private func decided(_ call: Call, span: OTLPSpan, since start: UInt64) {
        guard call.slot < responses.slots.count else { return }
        spans?.decided(span, slot: call.slot, nanoseconds: SystemClock.monotonic - start)
    }

    private func answer(_ call: Call, with outcome: Dispatch.Outcome) {
        switch outcome {
        case .result(let standing, let sequence): responses.reply(to: call.subject, standing, sequence: sequence)
        case .deduplicated(let earlier): responses.reply(to: call.subject, earlier)
        case .takenBack(let failure):
            responses.takeBack(because: failure, sequence: ledger.sequence)
            refuse(call, standing: .undecided, because: RPCError(failure, isApplied: false))
        }
    }

    private func refuse(_ call: Call, standing: Responses.Standing, because error: RPCError) {
        // A notification is never answered.
        guard !call.isNotification else { return }
        // What has seen the state is true where that is, and is replaced if it is taken back.
        let sequence = standing == .undecided ? ledger.sequence : ledger.committedSequence
        responses.refuse(call.subject, standing: standing, because: error, sequence: sequence)
    }

    /// Refuses a request that does not become a call; a notification is never answered.
    private func refuse(_ request: borrowing Request, at arrival: Moment, because error: RPCError) {
        guard let id = request.id else { return }
        refuse(at: arrival, id: id, isKeyed: request.meta.idempotencyKey != nil, because: error)
    }

    /// Refuses what is no request.
    private func refuse(at arrival: Moment, id: RequestID? = nil, isKeyed: Bool = false, because error: RPCError) {
        let subject = Responses.Subject(id: id, isKeyed: isKeyed, arrival: arrival.monotonic, record: unnamed)
        responses.refuse(subject, standing: .settled, because: error, sequence: ledger.committedSequence)
    }

    // MARK: Background jobs

    /// How many requests have background jobs and are not answered yet.
    package var jobCount: Int { admission.jobs.count }

    /// Calls `body` with the jobs that this iteration's requests need and that are to be begun now; each is given out
    /// once.
    ///
    /// - Parameter body: Gets what ``finish(_:)`` wants back when the work is done, what the work mostly does, and the
    ///   work.
    package func forEachStartedJob(_ body: (_ id: Int, JobKind, _ work: @escaping @Sendable () -> Void) -> Void) {
        for id in startedJobs {
            if let job = admission.jobs[id]?.job { body(id, job.kind, job.work) }
        }
        startedJobs.removeAll()
    }

    /// Decides a write, or answers a read, whose job is done, as part of the present iteration.
    ///
    /// - Parameter id: Which; one that is not known is left alone.
    package func finish(_ id: Int) {
        guard let item = admission.jobs.remove(id) else { return }
        var call = item.call
        // Its time runs since it arrived.
        call.arrival.wall = clock().wall
        call.slot = responses.end.slot
        let start = call.span == nil ? 0 : SystemClock.monotonic
        var attachments: [[UInt8]] = []
        do throws(RPCError) {
            try admission.checkDeadline(of: call, at: clock())
            let outcome = try dispatch.resume(item, as: call, into: &responses.result, attachments: &attachments)
            answer(call, with: outcome)
        } catch {
            refuse(call, standing: .undecided, because: error)
        }
        if let span = call.span { decided(call, span: span, since: start) }
        if item.identity != nil { audit(call) }
        responses.answer(
            from: call.slot,
            to: item.returnAddress,
            isBatch: false,
            attachments: attachments
        )
    }
}
