internal import Messages
internal import WireJSON
internal import ZeroMQPatterns

/// One input of libFuzzer: lines that a subscriber gets one after another.
///
/// The first letter of a line says what it is: `m` a join marker, `h` a heartbeat, `e` an event, `p` a page of a replay,
/// each with its JSON; `t` that the service no longer keeps what was asked for (with its error), `f` a failed replay, `r`
/// the end of the pause after one, `s` silence, `z` a consumer that has enough, `g` one that goes on.
///
/// Compiled with the subscriber's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for begin in [StreamStart.now, .after(0), .after(2), .position(epoch: "e", after: 1)] {
        var listener = Listener(from: begin)
        for line in lines { listener.take(line) }
    }
    return 0
}

/// A subscriber, what was asked for on its behalf, and what its consumer has seen.
private struct Listener {
    private static let bufferLimit = 8

    private var machine: SubscriberStateMachine<SubscriberSignal>
    private var request: ReplayRequest?
    private var epoch: String?
    private var sequence: Int?

    init(from start: StreamStart) {
        machine = SubscriberStateMachine(
            start: start,
            limits: StreamLimits(
                buffered: Self.bufferLimit,
                page: EventsReplayParams.limitRange.upperBound,
                lastSequence: SequenceText.maxValue
            )
        )
    }

    mutating func take(_ line: ArraySlice<UInt8>) {
        guard let kind = line.first else { return }
        let node = try? JSONReader(limits: JSONLimits(bytes: 1 << 20, depth: 128, members: 1 << 20))
            .read(Array(line.dropFirst()))
        switch kind {
        case UInt8(ascii: "m"):
            if let marker = node.flatMap({ StreamMarker($0) }) { perform(machine.joined(at: marker.position)) }
        case UInt8(ascii: "h"):
            if let marker = node.flatMap({ StreamMarker($0) }) { perform(machine.heartbeat(marker.position)) }
        case UInt8(ascii: "e"): if let event = node.flatMap({ CloudEvent($0) }) { take(event) }
        case UInt8(ascii: "p"): replayed(node.flatMap { EventsReplayResult($0) })
        case UInt8(ascii: "t"): truncated(node.flatMap { RPCError($0) })
        case UInt8(ascii: "f"): replayed(nil)
        case UInt8(ascii: "r"): machine.retry()
        case UInt8(ascii: "s"): perform(machine.silent())
        case UInt8(ascii: "z"): machine.pause()
        case UInt8(ascii: "g"): machine.resume()
        default: return
        }
        guard let next = machine.nextReplay() else { return }
        precondition(request == nil || next.generation != request?.generation, "two replays are in flight")
        precondition(EventsReplayParams.limitRange.contains(next.limit), "a replay asks for too much")
        request = next
    }

    private mutating func take(_ event: CloudEvent) {
        guard let node = try? JSONReader().read(event.json), let again = CloudEvent(node) else {
            preconditionFailure("an event cannot be read back")
        }
        precondition(again == event, "an event changes when it is handed on")
        perform(machine.event(event))
    }

    private mutating func replayed(_ result: EventsReplayResult?) {
        guard let request else { return }
        self.request = nil
        guard let result else { return perform(machine.replayFailed(request)) }
        let page = ReplayPage(
            epoch: result.events.first?.epoch,
            events: result.events,
            next: result.next,
            isComplete: result.isComplete
        )
        perform(machine.replayed(page, for: request))
    }

    private mutating func truncated(_ error: RPCError?) {
        guard let request, let error else { return }
        self.request = nil
        perform(machine.truncated(first: error.firstSequence, for: request))
    }

    private mutating func perform(_ action: SubscriberAction<SubscriberSignal>) {
        switch action {
        case .none: break
        case .signal(let signal): see(signal)
        case .signals(let signals), .retry(let signals): for signal in signals { see(signal) }
        }
    }

    /// What a consumer is promised: every event once and in order, or to be told of a cut.
    private mutating func see(_ signal: SubscriberSignal) {
        switch signal {
        case .event(let event):
            if let sequence {
                precondition(event.sequence == sequence + 1 && event.epoch == epoch, "an event is missed or repeated")
            }
            (epoch, sequence) = (event.epoch, event.sequence)
        case .live(let marker):
            precondition(epoch == nil || marker.epoch == epoch, "a view is complete in a stream that was left")
            precondition(sequence.map { $0 >= marker.sequence } ?? true, "a view is called complete too early")
        case .resynced(let cut):
            precondition(
                sequence == nil || (cut.from.epoch == epoch && cut.from.sequence == sequence),
                "a cut is elsewhere"
            )
            (epoch, sequence) = (cut.to.epoch, cut.to.sequence)
        case .stale, .notAdmitted, .refused:
            break
        }
    }
}
