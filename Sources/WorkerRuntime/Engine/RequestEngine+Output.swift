package import Messages
internal import Storage
package import ZeroMQ

extension RequestEngine {
    /// How many messages the turn answers.
    package var answerCount: Int { turn.answers.count }

    /// Puts one reply message together: routing id, the delimiter if there was one, the JSON.
    ///
    /// - Parameters:
    ///   - index: Which, `0..<answerCount`.
    ///   - message: Where to; what it held is gone.
    package func writeAnswer(_ index: Int, to message: inout ZMQMultipart) {
        turn.writeAnswer(index, to: &message)
    }

    /// Calls `body` with the events that the turn made durable, in order; publish them after the replies.
    package func forEachCommittedEvent(_ body: (EventRecord) -> Void) {
        for batch in turn.committed { batch.forEachRecord(body) }
    }

    /// How many these are.
    package var committedEventCount: Int { turn.committedEventCount }

    /// How far the stream has come; `nil` for a service without one.
    package var marker: StreamMarker? {
        journal.map { StreamMarker(epoch: $0.epoch, sequence: $0.lastSequence, time: clock().wall) }
    }
}
