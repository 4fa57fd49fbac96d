/// What a ``CloudEvent`` consists of: its bytes, and where its texts stand in them.
final class CloudEventContent: Sendable {
    let json: [UInt8]
    let source: EventText
    let type: EventText
    let subject: EventText
    let time: EventText
    let epoch: String
    let sequence: Int
    /// What stands there, which may name no position.
    let previousSequence: EventText?

    init(
        json: [UInt8],
        source: EventText,
        type: EventText,
        subject: EventText,
        time: EventText,
        epoch: String,
        sequence: Int,
        previousSequence: EventText?
    ) {
        self.json = json
        self.source = source
        self.type = type
        self.subject = subject
        self.time = time
        self.epoch = epoch
        self.sequence = sequence
        self.previousSequence = previousSequence
    }
}
