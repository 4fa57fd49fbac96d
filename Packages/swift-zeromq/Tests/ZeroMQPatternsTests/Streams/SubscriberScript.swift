import Testing

@testable import ZeroMQPatterns

/// A subscriber machine driven by hand.
///
/// A class, because `#expect` cannot call what mutates a value.
final class SubscriberScript {
    private var machine: SubscriberStateMachine<StreamElement<Numbered>>
    private var signals: [StreamElement<Numbered>] = []

    init(_ start: StreamStart, bufferLimit: Int = 4) {
        machine = SubscriberStateMachine(start: start, limits: StreamLimits(buffered: bufferLimit))
    }

    func joined(at marker: StreamPosition) { perform(machine.joined(at: marker)) }
    func heartbeat(_ marker: StreamPosition) { perform(machine.heartbeat(marker)) }
    func event(_ event: Numbered) { perform(machine.event(event)) }
    func silent() { perform(machine.silent()) }
    func notAdmitted(_ fault: AdmissionFault) { perform(machine.notAdmitted(fault)) }
    func pause() { machine.pause() }
    func resume() { machine.resume() }
    func retry() { machine.retry() }
    func nextReplay() -> ReplayRequest? { machine.nextReplay() }
    /// The newest position that the stream is known to have come to.
    var reached: StreamPosition? { machine.reached }
    func replayed(_ page: ReplayPage<Numbered>, for request: ReplayRequest) -> Bool {
        perform(machine.replayed(page, for: request))
    }
    func truncated(first: Int?, for request: ReplayRequest) -> Bool {
        perform(machine.truncated(first: first, for: request))
    }
    func replayFailed(_ request: ReplayRequest) -> Bool { perform(machine.replayFailed(request)) }

    /// The signals since the last time.
    func takeSignals() -> [StreamElement<Numbered>] {
        defer { signals = [] }
        return signals
    }

    /// - Returns: Whether nothing has to be tried again.
    @discardableResult
    private func perform(_ action: SubscriberAction<StreamElement<Numbered>>) -> Bool {
        signals += action.signals
        if case .retry = action { return false }
        return true
    }
}

extension SubscriberAction {
    /// The signals to hand on.
    var signals: [Signal] {
        switch self {
        case .none: []
        case .signal(let signal): [signal]
        case .signals(let signals), .retry(let signals): signals
        }
    }
}

/// An event of which nothing but its place matters.
struct Numbered: SequencedEvent, Hashable {
    let epoch: String
    let sequence: Int

    func isOf(epoch: String) -> Bool { epoch == self.epoch }
}

/// The history of a stream.
struct NumberedLog: Hashable {
    var epoch: String
    /// The newest event; 0 before the first.
    var newest: Int
    /// The oldest event that is kept.
    var oldest = 1

    /// How far it has come.
    var marker: StreamPosition { StreamPosition(epoch: epoch, sequence: newest) }

    /// One of its events, which need not exist.
    func event(_ sequence: Int) -> Numbered { Numbered(epoch: epoch, sequence: sequence) }
}
