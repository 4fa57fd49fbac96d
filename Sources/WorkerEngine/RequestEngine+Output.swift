internal import Journal
package import Messages

extension RequestEngine {
    /// How many messages the iteration answers.
    package var answerCount: Int { responses.answers.count }

    /// Calls `body` with one reply message.
    ///
    /// - Parameters:
    ///   - index: Which, `0..<answerCount`.
    ///   - body: Gets where it goes, as its request has said, the JSON and the attachments.
    package func withAnswer(
        _ index: Int,
        body: (_ returnAddress: Span<UInt8>, _ json: Span<UInt8>, _ attachments: [[UInt8]]) -> Void
    ) {
        responses.withAnswer(index, body: body)
    }

    /// Calls `body` with the events that the iteration made durable, in order; publish them after the replies.
    package func forEachCommittedEvent(_ body: (EventRecord) -> Void) {
        for batch in committed { batch.forEachRecord(body) }
    }

    /// How many these are.
    package var committedEventCount: Int { committed.reduce(0) { $0 + $1.events.count } }

    /// Whether other workers of the stream may know more than this one, which hears nothing of their log.
    package var isCutOff: Bool { journal?.membership?.status.isCutOff ?? false }

    /// How far the stream has come; `nil` for a service without one.
    package var marker: StreamMarker? {
        guard let journal else { return nil }
        var marker = StreamMarker(epoch: journal.epoch, sequence: journal.lastSequence, time: clock().wall)
        marker.isCutOff = isCutOff
        return marker
    }

    /// Notes who asked for a write, when that is to be logged.
    ///
    /// There is no reply yet for work that is done elsewhere first, and never one for a notification, which is refused
    /// and counted.
    func audit(_ call: Call) {
        guard call.peer.transport != .local || auditsLocal, call.slot < responses.slots.count else { return }
        audits.append(
            AuditEntry(
                peer: call.peer,
                request: call.request.id,
                method: call.request.method,
                key: call.request.meta.idempotencyKey,
                slot: call.slot
            )
        )
    }

    /// Who asked for which write in this iteration, and what came of it; to be read after the commit.
    package func forEachAudit(_ body: (AuditEntry, AuditOutcome) -> Void) {
        for entry in audits {
            let slot = responses.slots[entry.slot]
            body(entry, slot.failure.map { .refused($0) } ?? (slot.isDeduplicated ? .deduplicated : .done))
        }
    }
}
