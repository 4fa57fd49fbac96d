internal import Messages
internal import OTLPTracing

/// One request on its way through the engine.
struct Call {
    let request: Request
    /// Who asks.
    let peer: PeerAccess
    /// When its message was taken; its deadline counts from then.
    var arrival: Moment
    /// Where the replies of its batch begin among those of the iteration, in bytes; `nil` for a request alone.
    let batchStart: Int?
    /// The place of its reply among those of the iteration.
    var slot: Int
    /// Where it is counted.
    let record: MethodRecords.Index
    /// Where it is logged how it went; `nil` where nobody wants to know.
    let span: OTLPSpan?

    /// Whether it is part of a batch, whose answers carry no attachments and wait for no background job.
    var isInBatch: Bool { batchStart != nil }
    /// Whether nobody waits for a reply.
    var isNotification: Bool { request.id == nil }

    /// What its reply needs of it.
    var subject: Responses.Subject {
        Responses.Subject(
            id: request.id,
            isKeyed: request.meta.idempotencyKey != nil,
            arrival: arrival.monotonic,
            record: record
        )
    }

    /// Refuses a method that cannot be part of a batch.
    func requireAlone() throws(RPCError) {
        guard isInBatch else { return }
        throw RPCError(.invalidRequest, "\(request.method) cannot be part of a batch")
    }
}
