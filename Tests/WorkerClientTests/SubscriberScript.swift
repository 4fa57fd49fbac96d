import Messages
import TestKit
import Testing
import WireJSON

@testable import WorkerClient

/// A subscriber machine driven by hand.
///
/// A class, because `#expect` cannot call what mutates a value.
final class SubscriberScript {
    private var machine: SubscriberStateMachine
    private var signals: [SubscriberSignal] = []

    init(_ start: StreamStart, bufferLimit: Int = 4) {
        machine = SubscriberStateMachine(start: start, bufferLimit: bufferLimit)
    }

    func joined(at marker: StreamMarker) { perform(machine.joined(at: marker)) }
    func heartbeat(_ marker: StreamMarker) { perform(machine.heartbeat(marker)) }
    func event(_ event: CloudEvent) { perform(machine.event(event)) }
    func silent() { perform(machine.silent()) }
    func notAdmitted(_ fault: AdmissionFault) { perform(machine.notAdmitted(fault)) }
    func pause() { machine.pause() }
    func resume() { machine.resume() }
    func retry() { machine.retry() }
    func nextReplay() -> ReplayRequest? { machine.nextReplay() }
    /// The newest position that the stream is known to have come to.
    var reached: StreamMarker? { machine.reached }
    func replayed(_ page: ReplayPage, for request: ReplayRequest) -> Bool {
        perform(machine.replayed(page, for: request))
    }
    func truncated(first: Int?, for request: ReplayRequest) -> Bool {
        perform(machine.truncated(first: first, for: request))
    }
    func replayFailed(_ request: ReplayRequest) -> Bool { perform(machine.replayFailed(request)) }

    /// The signals since the last time.
    func takeSignals() -> [SubscriberSignal] {
        defer { signals = [] }
        return signals
    }

    /// - Returns: Whether nothing has to be tried again.
    @discardableResult
    private func perform(_ action: SubscriberAction) -> Bool {
        signals += action.signals
        if case .retry = action { return false }
        return true
    }
}

extension SubscriberAction {
    /// The signals to hand on.
    var signals: [SubscriberSignal] {
        switch self {
        case .none: []
        case .signal(let signal): [signal]
        case .signals(let signals), .retry(let signals): signals
        }
    }
}

extension EventLog {
    /// One of its events as a subscriber reads it.
    func event(_ sequence: Int) throws -> CloudEvent {
        var writer = JSONWriter()
        CloudEvent.write(record(sequence), source: ServiceName.juice.source, epoch: epoch, to: &writer)
        return try #require(CloudEvent(JSONReader().read(writer.bytes)))
    }
}
