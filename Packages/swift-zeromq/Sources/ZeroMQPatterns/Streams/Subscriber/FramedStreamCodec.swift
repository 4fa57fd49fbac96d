internal import ZeroMQ

/// The messages between an ``EventHistory`` and its subscribers.
struct FramedStreamCodec: StreamCodec {
    typealias Signal = StreamElement<PublishedEvent>

    private let name: String
    private let sync = EventHistory.syncPrefix + String(UInt64.random(in: 0 ... .max), radix: 36)
    private let lastSequence: Int

    init(of name: String, lastSequence: Int) {
        self.name = name
        self.lastSequence = lastSequence
    }

    var prefixes: [String] { [name, sync] }

    func read(_ message: borrowing ZMQMultipart) -> StreamMessage<Signal> {
        guard (3...4).contains(message.count), !message.isIncomplete, let sequence = Int(message.text(2)),
            (0...lastSequence).contains(sequence)
        else { return .unreadable }
        let (topic, epoch) = (message.text(0), message.text(1))
        guard message.count == 3 else {
            return .event(PublishedEvent(topic: topic, epoch: epoch, sequence: sequence, payload: message.frame(3)))
        }
        let position = StreamPosition(epoch: epoch, sequence: sequence)
        return switch topic {
        case sync: .joined(position, isCutOff: false)
        case name: .heartbeat(position, isCutOff: false)
        default: .unreadable
        }
    }

    func replay(
        after position: Int,
        limit: Int,
        reached: StreamPosition?,
        with requests: inout FramedCodec
    ) -> FramedRequest {
        let body = ZMQMultipart(utf8: "replay", name, "\(position)", "\(limit)")
        let policy = RequestKind.read.policy(timeout: .seconds(5), connectTimeout: .seconds(1))
        return FramedRequest(key: nil, body: body, policy: policy)
    }

    func replayed(_ outcome: RequestOutcome<FramedCodec>, after position: Int) -> ReplayAnswer<PublishedEvent> {
        switch outcome.ending {
        case .answered(let body, _): ReplayPage(body, after: position).map { .page($0) } ?? .failed
        case .refused(.refused(let why)) where why.count == 2 && why.text(0) == "truncated":
            .truncated(first: Int(why.text(1)))
        default: .failed
        }
    }

    func continuation(of answer: ZMQMultipart) -> Int? {
        answer.count >= 3 && answer.text(2) != "all" ? Int(answer.text(1)) : nil
    }
}

extension ReplayPage<PublishedEvent> {
    /// Reads an answer of ``EventHistory/replay(_:)``; `nil` when it is none.
    fileprivate init?(_ body: ZMQMultipart, after position: Int) {
        guard body.count >= 3, body.count % 2 == 1, let next = Int(body.text(1)), next >= 0 else { return nil }
        let epoch = body.text(0)
        let events = stride(from: 3, to: body.count, by: 2).map { index in
            PublishedEvent(
                topic: body.text(index),
                epoch: epoch,
                sequence: position + (index - 1) / 2,
                payload: body.frame(index + 1)
            )
        }
        self.init(epoch: epoch, events: events, next: next, isComplete: body.text(2) == "all")
    }
}
