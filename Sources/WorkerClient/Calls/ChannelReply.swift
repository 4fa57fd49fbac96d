internal import Messages
internal import WireJSON

/// The result of one call, as the thread of its channel has read it.
struct ChannelReply {
    let result: JSONNode
    /// The frames after the JSON.
    let attachments: [[UInt8]]
    let meta: ReplyMeta?
    /// The time from the first sending to the answer.
    let roundTrip: Duration
    /// How often the request was sent.
    let sends: Int

    /// The same for other threads.
    var callReply: CallReply {
        CallReply(
            result: result.jsonBytes,
            attachments: attachments,
            meta: meta,
            roundTrip: roundTrip,
            sends: sends
        )
    }
}
