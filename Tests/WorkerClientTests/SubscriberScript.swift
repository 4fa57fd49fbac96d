import Messages
import Testing

@testable import WorkerClient

/// A subscriber machine driven by hand.
///
/// A class, because `#expect` cannot call what mutates a value.
final class SubscriberScript {
    private var machine: SubscriberStateMachine

    init(_ start: StreamStart, bufferLimit: Int = 4) {
        machine = SubscriberStateMachine(start: start, bufferLimit: bufferLimit)
    }

    func joined(at marker: StreamMarker) { machine.joined(at: marker) }
    func heartbeat(_ marker: StreamMarker) { machine.heartbeat(marker) }
    func event(_ event: CloudEvent) { machine.event(event) }
    func silent() { machine.silent() }
    func notAdmitted(_ fault: AdmissionFault) { machine.notAdmitted(fault) }
    func pause() { machine.pause() }
    func resume() { machine.resume() }
    func retry() { machine.retry() }
    func takeSignals() -> [SubscriberSignal] { machine.takeSignals() }
    func nextReplay() -> ReplayRequest? { machine.nextReplay() }
    func replayed(_ page: ReplayPage, for request: ReplayRequest) -> Bool { machine.replayed(page, for: request) }
    func truncated(first: Int?, for request: ReplayRequest) -> Bool { machine.truncated(first: first, for: request) }
    func replayFailed(_ request: ReplayRequest) -> Bool { machine.replayFailed(request) }
}
