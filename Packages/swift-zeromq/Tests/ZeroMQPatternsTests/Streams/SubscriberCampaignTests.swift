import Testing

@testable import ZeroMQPatterns

/// Random lives of a subscriber, with a network that loses and repeats and a service that restarts, forgets and starts
/// anew.
@Suite struct SubscriberCampaignTests {
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `each event is seen once and in order, or the cut is told`(seed: UInt64) {
        var campaign = SubscriberCampaign(seed: seed)
        campaign.run(steps: 300)
        campaign.settle()
        #expect(campaign.faults == [])
        #expect(campaign.seen == campaign.log.marker, "the end was not reached")
    }
}

struct SubscriberCampaign {
    private(set) var log = NumberedLog(epoch: "0", newest: 5)
    /// What the consumer has seen everything up to.
    private(set) var seen: StreamPosition?
    private(set) var faults: [String] = []

    /// The epoch of a position that was given without one, until the first signal.
    private static let anyEpoch = "*"

    private var machine: SubscriberStateMachine<StreamElement<Numbered>>
    private var generator: SeededGenerator
    private var isConnected = false
    private var isPaused = false
    private var requests: [ReplayRequest] = []
    private var mustRetry = false

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        let start: StreamStart =
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: .now
            case 1: .after(Int.random(in: 0...10, using: &generator))
            case 2: .position(epoch: "0", after: Int.random(in: 0...10, using: &generator))
            default: .position(epoch: "before", after: 3)
            }
        machine = SubscriberStateMachine(start: start, limits: StreamLimits(buffered: 8))
        switch start {
        case .now: break
        case .after(let sequence): seen = StreamPosition(epoch: Self.anyEpoch, sequence: sequence)
        case .position(let epoch, let sequence): seen = StreamPosition(epoch: epoch, sequence: sequence)
        }
    }

    mutating func run(steps: Int) {
        for _ in 0..<steps {
            switch Int.random(in: 0..<20, using: &generator) {
            case 0...7: publish()
            case 8, 9: if isConnected, generator.chance(0.7) { perform(machine.heartbeat(log.marker)) }
            case 10: reconnect()
            case 11: isConnected = false
            case 12: if generator.chance(0.2) { startAnew() }
            case 13:
                if generator.chance(0.3) { log.oldest = Int.random(in: log.oldest...log.newest + 1, using: &generator) }
            case 14: togglePause()
            case 15: if generator.chance(0.2) { perform(machine.silent()) }
            case 16: retry()
            default: answerReplay(mayFail: true)
            }
            proceed()
        }
    }

    /// A quiet network: one connection, heartbeats, replays that work.
    mutating func settle() {
        if isPaused { togglePause() }
        reconnect()
        proceed()
        for _ in 0..<200 {
            perform(machine.heartbeat(log.marker))
            retry()
            proceed()
            answerReplay(mayFail: false)
            proceed()
        }
    }

    private mutating func publish() {
        log.newest += 1
        guard isConnected else { return }
        for _ in 0..<([0, 1, 1, 1, 2].randomElement(using: &generator) ?? 1) {
            perform(machine.event(log.event(log.newest)))
        }
        if generator.chance(0.1) {
            perform(machine.event(log.event(Int.random(in: 1...log.newest, using: &generator))))
        }
    }

    private mutating func reconnect() {
        isConnected = true
        perform(machine.joined(at: log.marker))
    }

    private mutating func startAnew() {
        isConnected = false
        log = NumberedLog(
            epoch: String(Int(log.epoch).map { $0 + 1 } ?? 0),
            newest: Int.random(in: 0...20, using: &generator)
        )
    }

    private mutating func togglePause() {
        isPaused.toggle()
        isPaused ? machine.pause() : machine.resume()
    }

    private mutating func retry() {
        guard mustRetry else { return }
        mustRetry = false
        machine.retry()
    }

    private mutating func answerReplay(mayFail: Bool) {
        guard !requests.isEmpty else { return }
        let request = requests.removeFirst()
        let action: SubscriberAction<StreamElement<Numbered>>
        if mayFail, generator.chance(0.2) {
            action = machine.replayFailed(request)
        } else if request.after + 1 < log.oldest, request.after < log.newest {
            action = machine.truncated(first: log.oldest, for: request)
        } else {
            let limit = min(request.limit, mayFail ? 5 : 1_000)
            let next = min(request.after + limit, log.newest)
            let events = request.after < next ? (request.after + 1...next).map(log.event) : []
            let page = ReplayPage(epoch: log.epoch, events: events, next: next, isComplete: next == log.newest)
            action = machine.replayed(page, for: request)
        }
        if case .retry = action { mustRetry = true }
        perform(action)
    }

    private mutating func perform(_ action: SubscriberAction<StreamElement<Numbered>>) {
        for signal in action.signals { check(signal) }
    }

    private mutating func proceed() {
        if let request = machine.nextReplay() { requests.append(request) }
    }

    private mutating func adoptEpoch(of signal: StreamElement<Numbered>) {
        guard let position = seen, position.epoch == Self.anyEpoch else { return }
        let epoch =
            switch signal {
            case .event(let event): event.epoch
            case .resynced(let cut): cut.from.epoch
            case .live(let marker): marker.epoch
            case .stale, .notAdmitted: Self.anyEpoch
            }
        seen = StreamPosition(epoch: epoch, sequence: position.sequence)
    }

    private mutating func check(_ signal: StreamElement<Numbered>) {
        adoptEpoch(of: signal)
        switch signal {
        case .event(let event):
            if let seen, event.epoch != seen.epoch || event.sequence != seen.sequence + 1 {
                faults.append("event \(event.epoch)/\(event.sequence) after \(seen)")
            }
            if seen == nil { faults.append("event before a position") }
            seen = StreamPosition(epoch: event.epoch, sequence: event.sequence)
        case .resynced(let cut):
            if let seen, cut.from != seen { faults.append("cut from \(cut.from) after \(seen)") }
            seen = cut.to
        case .live(let marker):
            if seen == nil { seen = marker }
            if let seen, marker.epoch != seen.epoch || marker.sequence > seen.sequence {
                faults.append("live at \(marker) after \(seen)")
            }
        case .stale, .notAdmitted:
            break
        }
    }
}
