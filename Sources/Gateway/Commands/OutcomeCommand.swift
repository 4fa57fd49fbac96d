internal import ArgumentParser
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WorkerClient

struct OutcomeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "outcome",
        abstract: "Find out what became of a write that got no answer.",
        discussion: """
            Every write is kept in an outbox on disk from before it is sent until its outcome is known. Without a key, \
            this lists the writes in the outbox. With a key, it asks the service. Exit code 0: it was done, and its \
            result is shown; 1: the service does not know it; 4: the service cannot be reached. A write in the outbox \
            is asked about where it was sent, any other in the suite given by --context.

            --all does the same for every write in the outbox, oldest first, and says in a few lines what became of them; \
            with --json, of each with its result. Exit code 3: not all of them ended alike.

            --retry sends exactly the same request again. Under its key it is done only once, however often it is sent \
            within seven days.
            """
    )

    /// What is longer is summed up.
    private static let maxListed = 20

    static var tellsOfOutbox: Bool { false }

    @Argument(
        help: "The idempotency key of the write. Without it, the outbox is listed.",
        completion: Completions.writes
    )
    var key: String?

    @Flag(help: "Every write in the outbox, in place of the one with a key.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "At most this many writes, oldest first. Default: all; a long list is summed up.",
            valueName: "n"
        )
    )
    var limit: Int?

    @Flag(help: "Send the write again under its key: if it was done, its result comes back; if not, it is done now.")
    var retry = false

    @Flag(help: "Remove the write from the outbox without finding out.")
    var forget = false

    @Option(
        help: ArgumentHelp(
            "The service that was called. Default: the one in the outbox, else all.",
            valueName: "service"
        ),
        completion: Completions.services
    )
    var to: ServiceName?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if retry, forget { throw UsageError("--retry and --forget cannot be used together") }
        if let limit, limit < 1 { throw UsageError("--limit must be 1 or more") }
        guard let key else {
            if !all, retry || forget || to != nil {
                throw UsageError("the key of the write is missing; --all is for every write in the outbox")
            }
            return
        }
        if all { throw UsageError("a key is for one write and --all for every one: give only one of them") }
        if limit != nil { throw UsageError("a key and --limit cannot be used together") }
        guard (1...RequestMeta.maxIdempotencyKeyLength).contains(key.utf8.count) else {
            throw UsageError("a key has 1 to \(RequestMeta.maxIdempotencyKeyLength) bytes")
        }
    }

    func run(in session: Session) async throws -> ExitReason {
        let found: [Outbox.Found]
        do throws(OutboxError) {
            found = try await session.outbox.found()
        } catch {
            let problem = session.texts("cannot_look", problem: error.message.printable)
            // A service can be asked all the same, unless this needs the outbox.
            guard key != nil, !retry, !forget, !all else { throw UsageError("\(problem)") }
            session.output.note(problem)
            return try await ask(in: session)
        }
        guard let key else { return all ? try await sweep(found, in: session) : try list(found, in: session) }
        let entries = found.filter { $0.write.id.key == key && (to == nil || $0.write.id.service == to) }
        if forget { return try await forget(entries, in: session) }
        guard !entries.isEmpty else {
            if retry { throw UsageError("\(session.texts("not_in_outbox", key: key.printable))") }
            return try await ask(in: session)
        }
        let search = OutcomeSearch(session: session, key: key)
        var outcomes: [WriteOutcome] = []
        for one in entries {
            if one.isInFlight { session.output.note(Self.inFlight(one, in: session)) }
            outcomes.append(try await retry ? search.retry(one.write) : search.look(at: one.write))
            // For programs all of them are written together, at the end.
            if !session.settings.isJSON { await session.endAnsweredNotes() }
        }
        return try finish(outcomes, in: session)
    }

    private func list(_ found: [Outbox.Found], in session: Session) throws -> ExitReason {
        let texts = session.texts
        let list = OutboxList(found: Array(found.prefix(limit ?? .max)), texts: texts)
        if session.settings.isJSON {
            try session.output.write(bytes: list.document)
        } else if found.isEmpty {
            session.output.note(texts["outbox_is_empty"])
        } else if limit == nil, found.count > Self.maxListed {
            try session.output.write(list.summary)
            session.output.note([
                texts["settle_all"], "  " + session.outcomeCommand("--all"),
                texts("list_each", count: found.count), "  " + session.outcomeCommand("--limit", "\(found.count)"),
            ])
        } else {
            try session.output.write(list.table)
            let rest = found.count - list.found.count
            if rest > 0 { session.output.note(texts("left_in_outbox", count: rest.grouped)) }
            session.output.note([texts["find_out"], "  " + session.outcomeCommand(found[0].write.id.key)])
        }
        return .ok
    }

    /// Finds out about, sends again or forgets every write that nobody waits for.
    private func sweep(_ found: [Outbox.Found], in session: Session) async throws -> ExitReason {
        let (texts, isJSON) = (session.texts, session.settings.isJSON)
        let wanted = found.filter { to == nil || $0.write.id.service == to }
        let open = wanted.filter { !$0.isInFlight }
        let chosen = Array(open.prefix(limit ?? .max))
        let inFlight = wanted.count - open.count
        if inFlight > 0 { session.output.note(texts("still_in_flight_count", count: inFlight.grouped)) }
        if forget {
            await session.outbox.forget(Set(chosen.map(\.write.id)))
            session.output.note(texts("writes_forgotten", count: chosen.count.grouped))
            return .ok
        }
        guard !chosen.isEmpty || isJSON else {
            session.output.note(texts["outbox_is_empty"])
            return .ok
        }
        let settled = try await OutcomeSweep(session: session, isRetry: retry).settle(chosen)
        let report = SweepReport(settled: settled, texts: texts)
        if isJSON {
            try session.output.write(bytes: report.document)
            return report.status
        }
        // A summary shows no results, and a secret is told only once.
        session.output.note(report.secrets.map(session.keep))
        session.answered.forgetSecrets()
        try session.output.write(report.summary)
        let rest = open.count - settled.count
        if rest > 0 { session.output.note(texts("left_in_outbox", count: rest.grouped)) }
        if report.notDone > 0 {
            session.output.note([
                texts["retry_all"], "  " + session.outcomeCommand("--all", "--retry"),
                texts["forget_all"], "  " + session.outcomeCommand("--all", "--forget"),
            ])
        }
        return report.status
    }

    private func forget(_ entries: [Outbox.Found], in session: Session) async throws -> ExitReason {
        guard !entries.isEmpty else {
            throw UsageError("\(session.texts("not_in_outbox", key: (key ?? "").printable))")
        }
        guard entries.allSatisfy({ !$0.isInFlight }) else {
            throw UsageError("\(Self.inFlight(entries[0], in: session))")
        }
        await session.outbox.forget(Set(entries.map(\.write.id)))
        session.output.note(session.texts["write_forgotten"])
        return .ok
    }

    /// Asks services about a key that is not in the outbox, such as one of another user or machine.
    private func ask(in session: Session) async throws -> ExitReason {
        let search = OutcomeSearch(session: session, key: key ?? "")
        let outcomes = try await search.ask(to.map { ServiceList(services: [$0]) } ?? .all)
        let applied = outcomes.filter { if case .applied = $0.state { true } else { false } }
        // One that has done it is the answer, whatever the others say.
        guard applied.isEmpty else {
            for outcome in applied where !session.settings.isJSON {
                session.output.note(session.texts["was_done"])
                try await session.withCaller(of: outcome.service) { try await search.show(outcome, by: $0) }
            }
            return try finish(applied, in: session)
        }
        if !session.settings.isJSON {
            for outcome in outcomes {
                if case .failed(let failure) = outcome.state { session.note(failure) }
            }
            let asked = outcomes.filter { if case .unknown = $0.state { true } else { false } }.map(\.service)
            let names = asked.map(\.rawValue).joined(separator: ", ")
            if !asked.isEmpty { session.output.note(session.texts("unknown_key", names: names)) }
            // A write leaves the outbox with its answer, so nothing here says any more to which suite it went.
            let used = try session.settings.places.contextName() ?? ServiceContext.local
            let suites = (try? session.settings.places.contexts.names()) ?? []
            let others = (suites + [ServiceContext.local]).filter { $0 != used }
            let suitesLeft = others.joined(separator: ", ")
            if !others.isEmpty { session.output.note(session.texts("ask_elsewhere", used: used, names: suitesLeft)) }
        }
        return try finish(outcomes, in: session)
    }

    private static func inFlight(_ one: Outbox.Found, in session: Session) -> String {
        session.texts("still_in_flight", service: one.write.id.service.rawValue)
    }

    private func finish(_ outcomes: [WriteOutcome], in session: Session) throws -> ExitReason {
        if session.settings.isJSON {
            try session.output.write(bytes: WriteOutcome.document(outcomes, of: key ?? ""))
        }
        return WriteOutcome.status(outcomes)
    }
}
