internal import Messages
internal import Storage
internal import WireJSON

extension RequestEngine {
    func reply(
        to request: Request,
        _ standing: Turn.Standing,
        _ result: ArraySlice<UInt8>,
        sequence: Int,
        isReplayed: Bool = false
    ) {
        guard let id = request.id else { return }
        let isKeyed = request.meta.idempotencyKey != nil
        let position = journal == nil ? nil : sequence
        turn.add(slot(id, isKeyed, standing, failure: nil, isReplayed: isReplayed)) { writer in
            replies.write(result: result, id: id, sequence: position, isReplayed: isReplayed, to: &writer)
        }
    }

    func refuse(
        _ id: RequestID?,
        isKeyed: Bool,
        _ standing: Turn.Standing,
        _ error: RPCError
    ) {
        let position = journal?.lastSequence
        turn.add(slot(id, isKeyed, standing, failure: error.reason)) { writer in
            replies.write(error: error, id: id, isKeyed: isKeyed, sequence: position, to: &writer)
        }
    }

    /// The newest event that is durable.
    var committedSequence: Int { journal?.lastSequence ?? 0 }

    private func slot(
        _ id: RequestID?,
        _ isKeyed: Bool,
        _ standing: Turn.Standing,
        failure: String?,
        isReplayed: Bool = false
    ) -> Turn.Slot {
        Turn.Slot(
            id: id,
            isKeyed: isKeyed,
            standing: standing,
            record: record,
            failure: failure,
            isReplayed: isReplayed,
            arrival: now.monotonic
        )
    }

    /// Writes a reply again, as a refusal, because the commit it depended on failed.
    func revoke(_ index: Int, _ error: RPCError) {
        let slot = turn.slots[index]
        let position = journal == nil ? nil : head.sequence
        turn.replace(index, failure: error.reason) { writer in
            replies.write(error: error, id: slot.id, isKeyed: slot.isKeyed, sequence: position, to: &writer)
        }
    }
}
