internal import Messages
internal import WireJSON
internal import WorkerEngine

/// One random history of a worker.
struct Exploration {
    private struct Write {
        let call: SimulatedCall
        let key: String
        /// The ids of its requests, all with the same key.
        var ids: [String] = []
        /// Acknowledged, refused or unknown.
        var fate = Occurrence.unknown
    }

    private let worker: SimulatedWorker
    private let makeCall: (inout SimulationRandom) -> SimulatedCall
    private var random: SimulationRandom
    private var writes: [Write] = []
    /// What tells about the state of the service, each once.
    private var reads: [SimulatedCall] = []
    private var knowsMethods = false
    /// The stream as it was after the last life.
    private var stream: [CloudEvent] = []
    private var findings: [String] = []

    init(
        seed: UInt64,
        of makeService: @escaping (SimulatedDisk?) throws -> any WorkerService,
        calls makeCall: @escaping (inout SimulationRandom) -> SimulatedCall
    ) throws {
        random = SimulationRandom(seed: seed)
        let settings = StoreSettings(&random, prunes: false)
        worker = try SimulatedWorker(stopped: random.next(), settings: settings, makeService)
        self.makeCall = makeCall
    }

    /// What it has contained.
    var counts: OccurrenceCounts {
        var counts = worker.world.counts
        worker.disk.addFaults(to: &counts)
        counts.add(.histories)
        for write in writes { counts.add(write.fate) }
        return counts
    }

    /// - Returns: What must not be, in words.
    mutating func run() -> [String] {
        for _ in 0..<random.int(1...4) where findings.isEmpty && worker.findings.isEmpty {
            let answers = live()
            worker.server.heal()
            guard start() else { break }
            if let answers { compare(answers, after: "a start") }
            judge()
        }
        worker.stop()
        do { try worker.withStore { _ in } } catch { findings.append("the store does not open: \(error)") }
        return worker.findings + findings
    }

    // MARK: Life

    /// One life, with faults.
    ///
    /// - Returns: What reads have answered at its end; `nil` when it ended before.
    private mutating func live() -> [String?]? {
        plan()
        for _ in 0..<3 where !worker.isUp { try? worker.start() }
        findReads()
        for _ in 0..<random.int(1...20) where worker.isUp {
            if random.chance(percent: 5) { worker.disk.strike(&random) }
            if random.chance(percent: 10) { worker.pass(.milliseconds(random.int(1...2_000))) }
            call()
        }
        guard worker.isUp, random.chance(percent: 70) else {
            end()
            return nil
        }
        // Long enough for a store that has failed to be tried again.
        worker.server.heal()
        worker.pass(.seconds(3))
        let answers = worker.isUp ? reads.map { answer($0) } : nil
        end()
        return answers
    }

    private mutating func plan() {
        if random.chance(percent: 50) {
            worker.disk.crash(after: random.int(1...(random.chance(percent: 50) ? 40 : 400)))
        }
        if random.chance(percent: 20) { worker.server.dieAfter(steps: random.int(1...60)) }
        if random.chance(percent: 30) { worker.disk.strike(&random) }
        worker.server.losesPower = random.chance(percent: 50)
    }

    private mutating func end() {
        switch random.int(0...2) {
        case 0: worker.stop()
        case 1: worker.kill()
        default: try? worker.losePower()
        }
    }

    private mutating func call() {
        let call = makeCall(&random)
        guard call.isWrite else {
            if !reads.contains(call) { reads.append(call) }
            _ = answer(call)
            return
        }
        guard writes.isEmpty || random.chance(percent: 85) else {
            let index = random.int(0...writes.count - 1)
            if writes[index].fate != .refused { send(index) }
            return
        }
        let before = random.chance(percent: 30) ? reads.map { answer($0) } : []
        writes.append(Write(call: call, key: "key \(writes.count + 1)"))
        send(writes.count - 1)
        if writes[writes.count - 1].fate == .refused { compare(before, after: "a refused write") }
    }

    /// Sends a write, for the first time or again.
    ///
    /// - Returns: What must not be, on a disk that works.
    @discardableResult
    private mutating func send(_ index: Int) -> String? {
        let write = writes[index]
        let id = "\(write.key), request \(write.ids.count + 1)"
        writes[index].ids.append(id)
        let reply: Reply
        do {
            reply = try worker.ask(write.call.method, params: write.call.params, key: write.key, id: id)
        } catch {
            return "\(write.key) has no answer: \(error)"
        }
        switch (reply.outcome, write.fate) {
        case (.success, .acknowledged):
            guard reply.meta?.isReplayed != true else { return nil }
            findings.append("\(write.key) was acknowledged and is done again")
        case (.success, _): writes[index].fate = .acknowledged
        case (.failure(let error), .acknowledged): return "\(write.key) was acknowledged and is refused: \(error)"
        case (.failure(let error), _):
            guard error.outcome == .notApplied, write.ids.isEmpty || error.provesNoEarlierEffect else {
                return "\(write.key) stays unknown: \(error)"
            }
            writes[index].fate = .refused
        }
        return nil
    }

    // MARK: Judgement

    /// Starts the worker on a disk that works.
    private mutating func start() -> Bool {
        // What went wrong before is told once to each file that is opened.
        for _ in 0..<4 where !worker.isUp { try? worker.start() }
        if !worker.isUp {
            findings.append("it does not start: \(worker.server.startError.map { "\($0)" } ?? "it died")")
        }
        return worker.isUp
    }

    /// Adds the service's own methods that read, without params.
    private mutating func findReads() {
        guard !knowsMethods, let methods = (try? worker.call("service.info"))?["methods"]?.elements else { return }
        knowsMethods = true
        for method in methods where method["kind"]?.string == "read" {
            guard let name = method["name"]?.string, !reads.contains(.read(name)) else { continue }
            let isStandard = ["service.", "rpc.", "events."].contains { name.hasPrefix($0) }
            if !isStandard { reads.append(.read(name)) }
        }
    }

    /// What a read says; `nil` when it has to be asked again, as on a store that has failed.
    private func answer(_ read: SimulatedCall) -> String? {
        do {
            switch try worker.ask(read.method, params: read.params, key: nil, id: "read").outcome {
            case .success(let result): return String(decoding: result.jsonBytes, as: UTF8.self)
            case .failure(let error): return error.retry == .never ? error.reason : nil
            }
        } catch {
            return nil
        }
    }

    /// Asks once more what was read before.
    private mutating func compare(_ before: [String?], after event: String) {
        for (read, before) in zip(reads, before) {
            guard let before, let after = answer(read), after != before else { continue }
            findings.append("\(read.method) \(read.params) was \(before) and is \(after) after \(event)")
        }
    }

    private mutating func judge() {
        for index in writes.indices where writes[index].fate != .refused {
            guard send(index) != nil else { continue }
            worker.pass(.seconds(3))
            if let finding = send(index) { findings.append(finding) }
        }
        do { try judgeStream() } catch { findings.append("events cannot be replayed: \(error)") }
    }

    private mutating func judgeStream() throws {
        let events = try worker.replay()
        if events.map(\.sequence) != Array(0..<events.count).map({ $0 + 1 }) { findings.append("events have a gap") }
        if !events.starts(with: stream) { findings.append("events are not what they were") }
        stream = events
        for event in worker.events where !events.contains(event) {
            findings.append("event \(event.sequence) was published and is not stored")
        }
        var last: [String: Int] = [:]
        var causes: Set<String> = []
        for event in events {
            if let previous = event.previousSequence, previous != last[event.subject] {
                findings.append("event \(event.sequence) names \(previous) as the one before it")
            }
            last[event.subject] = event.sequence
            if let cause = try JSONReader().read(event.json)["causationid"]?.string { causes.insert(cause) }
        }
        for write in writes {
            let effects = write.ids.filter(causes.contains).count
            if effects > (write.fate == .refused ? 0 : 1) {
                findings.append("\(write.key), \(write.fate.name), is there \(effects) times")
            }
        }
    }
}
