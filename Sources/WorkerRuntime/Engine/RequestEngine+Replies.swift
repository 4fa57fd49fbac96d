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
        let meta = replyMeta(sequence, isReplayed: isReplayed)
        let isKeyed = request.meta.idempotencyKey != nil
        turn.add(slot(id, isKeyed, standing, failure: nil, isReplayed: isReplayed)) { writer in
            Reply.write(result: result, id: id, meta: meta, to: &writer)
        }
    }

    func refuse(
        _ id: RequestID?,
        isKeyed: Bool,
        _ standing: Turn.Standing,
        _ error: RPCError
    ) {
        let meta = replyMeta(committedSequence)
        turn.add(slot(id, isKeyed, standing, failure: error.reason)) { writer in
            Reply.write(error: error, id: id, isKeyed: isKeyed, meta: meta, to: &writer)
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

    func replyMeta(_ sequence: Int, isReplayed: Bool = false) -> ReplyMeta {
        ReplyMeta(
            source: service.name.source,
            epoch: journal?.epoch,
            sequence: journal == nil ? nil : sequence,
            isReplayed: isReplayed
        )
    }

    /// Writes a reply again, as a refusal, because the commit it depended on failed.
    func revoke(_ index: Int, _ error: RPCError) {
        let slot = turn.slots[index]
        let meta = replyMeta(head.sequence)
        turn.replace(index, failure: error.reason) { writer in
            Reply.write(error: error, id: slot.id, isKeyed: slot.isKeyed, meta: meta, to: &writer)
        }
    }
}
