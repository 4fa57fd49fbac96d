import Messages

/// What a client knows of one of its calls: all that the judge goes by.
struct CallRecord {
    enum Outcome {
        /// It was done, or answered: the result with the frames behind it, and where it is true.
        case ok(result: [UInt8], attachments: [[UInt8]], ReplyMeta?)
        /// The service said no: it did not happen, and never will by this call.
        case notApplied(reason: String)
        /// Nobody was told: it may have happened, or may happen yet.
        case unknown
        /// The client died before it was told.
        case forgotten
    }

    let client: Int
    let service: ServiceName
    let intent: Intent
    /// The id of the request, which the journal notes as the cause of events.
    let id: String
    let start: Int
    var end: Int?
    var outcome: Outcome?
    var sends = 0
}
