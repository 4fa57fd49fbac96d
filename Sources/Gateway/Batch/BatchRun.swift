internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient
internal import ZeroMQ

/// Sends the lines of an input, many at once, and writes what became of each in their order.
struct BatchRun: Sendable {
    private enum Event: Sendable {
        case input(InputReader.Piece)
        /// These lines are in the outbox, as far as they are writes, and may be sent.
        case recorded([Asked])
        case ended(Int, BatchOutcome)
    }

    /// A line and its place in the order of answers.
    private struct Asked: Sendable {
        let place: Int
        var line: BatchLine
    }

    /// What is known of the input's lines so far.
    private struct Input {
        var splitter = LineSplitter(maxLineBytes: 1 << 20)
        var lines: ArraySlice<[UInt8]> = []
        var count = 0
        var members = BatchMembers()
        var isReading = false
        var isAtEnd = false
    }

    /// How long a batch that is interrupted asks what became of what was in flight.
    private static let settlingTime = Duration.seconds(2)
    private static let settlingPause = Duration.milliseconds(50)

    let session: Session
    /// The most lines that are in flight.
    let window: Int
    /// The bytes of the input, where it is a file.
    let size: Int?
    /// Writes that other runs have sent and nobody knows the end of.
    let earlier: Set<OutboxEntry.ID>

    /// Sends every line.
    ///
    /// When the task is cancelled, nothing more is sent, and what is in flight gets its line all the same, with what the
    /// service says became of it. When a line cannot be written out, nothing more is sent either, the answers to what is in
    /// flight are waited for, and what was done is left to ``Session/answered``.
    ///
    /// - Parameter descriptor: Where to read.
    /// - Returns: How the lines ended.
    /// - Throws: ``OutputError`` when not all of them could be written out.
    func run(reading descriptor: Int32) async throws -> BatchTally {
        let addresses = try session.settings.addresses(of: .all)
        return try await InputReader.withReader(of: descriptor) { reader in
            try await ZMQNode.withNode(name: "gateway") { node in
                try await session.withCallers(at: addresses[...], on: node) { callers in
                    let named = callers.map { ($0.address.service, $0) }
                    return try await send(to: Dictionary(named) { $1 }, reading: reader)
                }
            }
        }
    }

    private func send(to callers: [ServiceName: ServiceCaller], reading reader: InputReader) async throws -> BatchTally
    {
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            var input = Input()
            var answers = OrderedWindow<BatchOutcome>(limit: window)
            var tally = BatchTally()
            var progress = BatchProgress(total: size, on: session.output, in: session.texts)
            defer { progress.end() }
            var isNoting = false
            var failure: OutputError?
            // Lines that are being recorded or are in flight.
            var open = 0
            while true {
                // Nobody waits for more input once nothing is in flight any more.
                if failure != nil, open == 0 { group.cancelAll() }
                if !isNoting, failure == nil, !Task.isCancelled {
                    let asked = take(from: &input, into: &answers)
                    if !asked.isEmpty {
                        isNoting = true
                        open += asked.count
                        // All that is there shares one sync of the disk; what comes meanwhile waits for the next.
                        group.addTask { .recorded(await record(asked, by: callers)) }
                    }
                }
                if input.lines.isEmpty, !input.isReading, !input.isAtEnd, failure == nil, !Task.isCancelled {
                    input.isReading = true
                    group.addTask { .input(try await reader.next()) }
                }
                switch try await group.next() {
                case .input(.bytes(let bytes)):
                    input.isReading = false
                    input.lines = input.splitter.take(bytes)[...]
                case .input:
                    (input.isReading, input.isAtEnd) = (false, true)
                    input.lines = ArraySlice(input.splitter.finish().map { [$0] } ?? [])
                case .recorded(let asked):
                    isNoting = false
                    for one in asked {
                        group.addTask { .ended(one.place, await outcome(of: one.line, by: callers)) }
                    }
                case .ended(let place, let outcome):
                    open -= 1
                    // Only of those that were done: a refusal says itself what is wrong, and nobody may be there to ask.
                    if case (.ok, .success(let request)) = (outcome.state, outcome.line.content) {
                        input.members.add(request)
                    }
                    answers.answer(place, with: outcome)
                    var outcomes: [BatchOutcome] = []
                    while let (_, outcome) = answers.take() { outcomes.append(outcome) }
                    do throws(OutputError) {
                        if let failure { throw failure }
                        try await show(outcomes, addingTo: &tally)
                        progress.update(tally, read: input.splitter.taken)
                    } catch {
                        failure = error
                        await leave(outcomes)
                    }
                case nil:
                    if let failure { throw failure }
                    if !Task.isCancelled { await input.members.warn(callers, in: session) }
                    return tally
                }
            }
        }
    }

    /// Reads as many lines as may be in flight.
    private func take(from input: inout Input, into answers: inout OrderedWindow<BatchOutcome>) -> [Asked] {
        var asked: [Asked] = []
        while answers.hasRoom, let text = input.lines.popFirst() {
            input.count += 1
            // An empty line is no request, and no mistake.
            guard text.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
            let line = BatchLine(number: input.count, text: text, isCut: text.count >= input.splitter.maxLineBytes)
            asked.append(Asked(place: answers.ask(), line: line))
        }
        return asked
    }

    private func record(_ lines: [Asked], by callers: [ServiceName: ServiceCaller]) async -> [Asked] {
        var asked = lines
        for index in asked.indices {
            guard case .success(var request) = asked[index].line.content, request.key == nil,
                let caller = callers[request.service],
                (try? await session.kind(of: request.method, by: caller)) != .read
            else { continue }
            request.key = IdempotencyKey.make()
            asked[index].line.content = .success(request)
        }
        let time = SystemClock.wall
        let writes = asked.compactMap { one -> OutboxEntry? in
            guard case .success(let request) = one.line.content, let id = request.writeID,
                let caller = callers[request.service]
            else { return nil }
            return OutboxEntry(id, to: caller.address, method: request.method, params: request.params, time: time)
        }
        if !writes.isEmpty { _ = await session.record(writes) }
        return asked
    }

    private func outcome(of line: BatchLine, by callers: [ServiceName: ServiceCaller]) async -> BatchOutcome {
        do {
            let request = try line.content.get()
            guard let caller = callers[request.service] else {
                let services = callers.keys.sorted { $0.rawValue < $1.rawValue }
                throw UsageError.unknownService(request.service.rawValue, among: services)
            }
            do throws(CallFailure) {
                guard let key = request.key else {
                    return BatchOutcome(
                        line: line,
                        state: .ok(try await caller.read(request.method, with: request.params))
                    )
                }
                let reply = try await caller.write(request.method, with: request.params, key: key)
                return BatchOutcome(line: line, state: .ok(reply))
            } catch {
                var failure = error
                failure.isRepeat = request.writeID.map(earlier.contains) ?? false
                if failure.isOutcomeUnknown, Task.isCancelled, let key = request.key,
                    let reply = await settled(key, by: caller)
                {
                    return BatchOutcome(line: line, state: .ok(reply))
                }
                return BatchOutcome(line: line, state: .failed(failure))
            }
        } catch let error as UsageError {
            return BatchOutcome(line: line, state: .bad(error))
        } catch {
            return BatchOutcome(line: line, state: .bad(UsageError("\(error)")))
        }
    }

    /// What a write that was cut off came to, where the service can say that it was done.
    private func settled(_ key: String, by caller: ServiceCaller) async -> CallReply? {
        let search = OutcomeSearch(session: session, key: key)
        let caller = ServiceCaller(
            client: caller.client,
            address: caller.address,
            timeout: min(caller.timeout, Self.settlingTime)
        )
        return await Cancellation.shielding { () -> CallReply? in
            let end = SuspendingClock.now + caller.timeout
            while SuspendingClock.now < end {
                switch try? await search.state(told: caller) {
                case .applied(_, let result, _):
                    return CallReply(result: result, attachments: [], meta: nil, roundTrip: .zero, sends: 1)
                case .unknown:
                    // It may wait for its commit.
                    try? await Task.sleep(for: Self.settlingPause)
                case .failed, nil:
                    return nil
                }
            }
            return nil
        }
    }

    /// Writes outcomes, and then takes the writes out of the outbox.
    private func show(_ outcomes: [BatchOutcome], addingTo tally: inout BatchTally) async throws(OutputError) {
        var bytes: [UInt8] = []
        var ended: [OutboxEntry.ID] = []
        for outcome in outcomes {
            tally.add(outcome.state)
            bytes += outcome.document.withoutLineSeparators + [UInt8(ascii: "\n")]
            guard case .success(let request) = outcome.line.content, let id = request.writeID else { continue }
            if case .failed(let failure) = outcome.state, failure.isOutcomeUnknown { continue }
            ended.append(id)
        }
        guard !bytes.isEmpty else { return }
        try session.output.write(raw: bytes)
        // Only now: a write that has left the outbox before its outcome could be read would be lost.
        if !ended.isEmpty { await session.outbox.end(ended, isLast: false) }
        let settled = earlier.intersection(ended)
        if !settled.isEmpty { await session.outbox.forget(settled) }
    }

    /// Remembers outcomes that could not be shown; their writes stay in the outbox.
    private func leave(_ outcomes: [BatchOutcome]) async {
        for outcome in outcomes {
            guard case .success(let request) = outcome.line.content, let id = request.writeID else { continue }
            switch outcome.state {
            case .ok(let reply):
                let isRepeat = earlier.contains(id)
                session.answered.add(AnsweredWrite(id, of: request.method, result: reply.result, isRepeat: isRepeat))
            case .failed(let failure) where failure.isOutcomeUnknown:
                session.answered.addUnknown()
            case .failed(let failure) where !failure.wasSent:
                await session.outbox.end([id], isLast: false)
            case .failed, .bad:
                break
            }
        }
    }
}

extension BatchRequest {
    /// Its entry in the outbox; `nil` for what needs none.
    var writeID: OutboxEntry.ID? {
        guard let key, method != ServiceMethod.drain.name else { return nil }
        return OutboxEntry.ID(key: key, service: service)
    }
}
