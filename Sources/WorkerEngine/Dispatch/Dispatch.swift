internal import Journal
internal import Messages
internal import WireJSON

/// Finds the method of a call, and has it done.
struct Dispatch {
    /// The way to a method.
    ///
    /// It is copied for each call, so it holds nothing whose references are counted.
    struct Route {
        fileprivate let place: Int
        /// Where its calls are counted.
        let record: MethodRecords.Index
        /// What a caller has to be.
        let role: PeerRole
        let isWrite: Bool
        /// Whether every service answers it in every phase, without its state and its journal.
        let isStandard: Bool
        /// Whether everything accepted before has to be committed first.
        let readsCommitted: Bool
        let isOffloadingWrite: Bool

        /// Whether its result is always given, however much there is in the batch's reply.
        var isAlwaysGiven: Bool { isWrite && !isStandard }
        /// What a failed commit does to its refusal.
        var standing: Responses.Standing { isStandard || readsCommitted ? .settled : .undecided }
    }

    /// What follows from a call.
    ///
    /// Here and below, what is rare is `indirect`, so that the usual case is handed on in a few words.
    enum Step {
        /// It is answered.
        case answer(Outcome)
        /// Work is to be done first.
        indirect case job(MethodHandler.Job, WriteIdentity?)
        /// It is a write that nobody waits for, and was not done.
        case refusedNotification
    }

    /// What came of a call.
    enum Outcome {
        /// Its result was written, and is true at this position of the stream, if there is one.
        case result(Responses.Standing, sequence: Int?)
        /// An earlier call with the same key has this result.
        indirect case deduplicated(EarlierResult)
        /// The store has failed it, and the open batch was taken back: the replies that depended on it are refusals
        /// too.
        indirect case takenBack(StorageError)
    }

    private let service: RegisteredService
    private let ledger: Ledger
    private let admission: Admission
    private let standard: StandardMethods
    private let names: [String]
    private let routes: [Route]
    /// Those of the service's own methods, which come first.
    private let handlers: [MethodHandler]

    /// Makes the table of methods: those of the service, and the standard ones.
    init(
        _ methods: [RegisteredMethod],
        of service: RegisteredService,
        ledger: Ledger,
        admission: Admission,
        standard: StandardMethods
    ) {
        self.service = service
        self.ledger = ledger
        self.admission = admission
        self.standard = standard
        handlers = methods.map(\.handler)
        let definitions = methods.map(\.definition) + StandardMethods.all
        names = definitions.map(\.name)
        routes = definitions.enumerated().map { place, definition in
            let handler = place < methods.count ? methods[place].handler : nil
            return Route(
                place: place,
                record: ledger.statistics.methods.index(of: definition.name),
                role: definition.role,
                isWrite: definition.kind == .write,
                isStandard: handler == nil,
                readsCommitted: handler?.readsCommitted == true,
                isOffloadingWrite: handler?.isOffloadingWrite == true
            )
        }
    }

    /// The way to the method of a name.
    ///
    /// - Throws: ``RPCError`` `METHOD_NOT_FOUND`, with the names that are near.
    func route(to name: String) throws(RPCError) -> Route {
        // They are a dozen, and a few short names are compared faster than one is hashed.
        guard let place = names.firstIndex(of: name) else { throw unknownMethod(name) }
        return routes[place]
    }

    private func unknownMethod(_ name: String) -> RPCError {
        var error = RPCError(.methodNotFound, "\(service.name.program) has no method \"\(name.prefix(64))\"")
        error.suggestions = NearestNames.find(name, in: StandardMethods.all.map(\.name) + names[..<handlers.count])
        return error
    }

    /// Performs a call, or answers it from what an earlier one with its key did.
    ///
    /// - Parameters:
    ///   - call: The call, which was admitted.
    ///   - route: The way to its method. When that reads what is committed, everything accepted was committed.
    ///   - frames: The attachments of the call.
    ///   - result: Where the result is written.
    ///   - attachments: The frames that follow it.
    /// - Returns: What follows.
    /// - Throws: Why it is refused.
    func perform(
        _ call: Call,
        by route: Route,
        with frames: [[UInt8]],
        into result: inout JSONWriter,
        attachments: inout [[UInt8]]
    ) throws(RPCError) -> Step {
        result.removeAll()
        // Health too: anyone who asks several workers for a current answer wants to know whether one of them serves.
        let asksForHealth = call.request.method == ServiceMethod.health.name
        if call.request.meta.isCurrent, asksForHealth || !(route.isWrite || route.isStandard) {
            try ledger.requireCurrent()
        }
        guard !route.isStandard else {
            guard standard.answer(call.request, into: &result) else { return .refusedNotification }
            return .answer(.result(.settled, sequence: ledger.committedSequence))
        }
        if !route.isWrite { try ledger.require(atLeast: call.request.meta.atLeast) }
        switch handlers[route.place] {
        case .read(let body):
            return .answer(try read(call, by: body, into: &result, attachments: &attachments))
        case .readCommitted(let body):
            let isOwn = route.place < service.methods.count
            return .answer(
                try read(call, by: body, isCommitted: true, isOwn: isOwn, into: &result, attachments: &attachments)
            )
        case .offloadingRead(let body):
            var context = readContext(of: call)
            let job: MethodHandler.Job?
            do throws(RPCError) {
                job = try body(call.request.params, &context, &result)
            } catch {
                throw ledger.refusal(error, of: call.request.method)
            }
            if let job {
                try call.requireAlone()
                return .job(job, nil)
            }
            if service.isGuarded { try ledger.requireJSON(result.bytes.span, as: "a result", of: call.request.method) }
            return .answer(try finish(call, in: context, isCommitted: false, attachments: &attachments))
        case .write(let body):
            guard !call.isNotification else { return .refusedNotification }
            let identity = try identity(of: call, with: frames)
            if let earlier = try ledger.earlierResult(of: call, identity) { return .answer(.deduplicated(earlier)) }
            return .answer(try accept(call, identity: identity, by: body, into: &result))
        case .offloadingWrite(let body):
            guard !call.isNotification else { return .refusedNotification }
            let identity = try identity(of: call, with: frames)
            if let earlier = try ledger.earlierResult(of: call, identity) { return .answer(.deduplicated(earlier)) }
            let job: MethodHandler.Job
            do throws(RPCError) {
                job = try body(call.request.params, frames, readContext(of: call))
            } catch {
                throw ledger.refusal(error, of: call.request.method)
            }
            try ledger.requireStore()
            try ledger.store.requireTurn()
            return .job(job, identity)
        }
    }

    /// Goes on with a call whose job is done.
    ///
    /// - Parameters:
    ///   - item: The call as it was taken in, with its job.
    ///   - call: The call as it is now.
    ///   - result: Where the result is written.
    ///   - attachments: The frames that follow it.
    func resume(
        _ item: BackgroundCalls.Item,
        as call: Call,
        into result: inout JSONWriter,
        attachments: inout [[UInt8]]
    ) throws(RPCError) -> Outcome {
        result.removeAll()
        let conclusion: MethodHandler.Conclusion
        do throws(RPCError) { conclusion = try item.job.conclusion() } catch {
            throw ledger.refusal(error, of: call.request.method)
        }
        switch conclusion {
        case .read(let body): return try read(call, by: body, into: &result, attachments: &attachments)
        case .write(let body):
            let identity = item.identity ?? WriteIdentity()
            // Another request with the same key may have been decided meanwhile.
            if let earlier = try ledger.earlierResult(of: call, identity) { return .deduplicated(earlier) }
            return try accept(call, identity: identity, by: body, into: &result)
        }
    }

    private func read(
        _ call: Call,
        by body: MethodHandler.Read,
        isCommitted: Bool = false,
        isOwn: Bool = true,
        into result: inout JSONWriter,
        attachments: inout [[UInt8]]
    ) throws(RPCError) -> Outcome {
        var context = readContext(of: call, isCommitted: isCommitted)
        do throws(RPCError) {
            try body(call.request.params, &context, &result)
        } catch {
            throw isOwn ? ledger.refusal(error, of: call.request.method) : error
        }
        if service.isGuarded, isOwn {
            try ledger.requireJSON(result.bytes.span, as: "a result", of: call.request.method)
        }
        return try finish(call, in: context, isCommitted: isCommitted, attachments: &attachments)
    }

    private func accept(
        _ call: Call,
        identity: WriteIdentity,
        by body: MethodHandler.Write,
        into result: inout JSONWriter
    ) throws(RPCError) -> Outcome {
        if let failure = try ledger.write(call, identity: identity, by: body, into: &result) {
            return .takenBack(failure)
        }
        return .result(.applied, sequence: ledger.sequence)
    }

    private func readContext(of call: Call, isCommitted: Bool = false) -> ReadContext {
        ReadContext(
            time: call.arrival.wall,
            peer: call.peer,
            isInBatch: call.isInBatch,
            isCommitted: isCommitted,
            store: ledger.store
        )
    }

    private func finish(
        _ call: Call,
        in context: ReadContext,
        isCommitted: Bool,
        attachments: inout [[UInt8]]
    ) throws(RPCError) -> Outcome {
        if !context.attachments.isEmpty {
            try call.requireAlone()
            attachments = context.attachments
        }
        if isCommitted {
            ledger.statistics.eventsReplayed += context.replayed.returned
            admission.countExamined(context.replayed.examined)
        }
        return .result(isCommitted ? .settled : .undecided, sequence: ledger.sequence)
    }

    /// How a write is recognised when it comes again.
    private func identity(of call: Call, with frames: [[UInt8]]) throws(RPCError) -> WriteIdentity {
        guard ledger.journal != nil else { throw unknownMethod(call.request.method) }
        return ledger.identity(of: call, with: frames)
    }
}
