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
        envelope.removeAll()
        Reply.write(
            result: result,
            id: id,
            meta: replyMeta(sequence, isReplayed: isReplayed),
            to: &envelope
        )
        addSlot(id, request.meta.idempotencyKey != nil, standing, failure: nil, isReplayed: isReplayed)
    }

    func refuse(
        _ id: RequestID?,
        isKeyed: Bool,
        _ standing: Turn.Standing,
        _ error: RPCError
    ) {
        envelope.removeAll()
        Reply.write(error: error, id: id, isKeyed: isKeyed, meta: replyMeta(committedSequence), to: &envelope)
        addSlot(id, isKeyed, standing, failure: error.reason)
    }

    /// The newest event that is durable.
    var committedSequence: Int { journal?.lastSequence ?? 0 }

    func addSlot(
        _ id: RequestID?,
        _ isKeyed: Bool,
        _ standing: Turn.Standing,
        failure: String?,
        isReplayed: Bool = false
    ) {
        turn.add(
            envelope.bytes,
            Turn.Slot(
                reply: 0..<0,
                id: id,
                isKeyed: isKeyed,
                standing: standing,
                record: record,
                failure: failure,
                isReplayed: isReplayed,
                arrival: now.monotonic
            )
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
        envelope.removeAll()
        Reply.write(
            error: error,
            id: slot.id,
            isKeyed: slot.isKeyed,
            meta: replyMeta(head.sequence),
            to: &envelope
        )
        turn.replace(index, envelope.bytes, failure: error.reason)
    }
}
