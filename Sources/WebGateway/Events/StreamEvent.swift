internal import Messages
internal import NIOCore
internal import WireJSON

/// An event as streams hear it: what is the same for all of them is made once.
final class StreamEvent: Sendable {
    /// Empty where it is none of the service's own, so that nobody hears what it says in another's name.
    let topic: String
    let sequence: Int
    /// Where a client is that has heard it, see ``StreamPosition``.
    let place: String
    /// The rest of its message: the line with the event, and the end.
    let data: ByteBuffer

    init(_ event: CloudEvent, of service: ServiceName) {
        topic = event.topic.hasPrefix(EventTopic.all(service)) ? event.topic : ""
        sequence = event.sequence
        place = StreamPosition(service: service, epoch: event.epoch, sequence: event.sequence).description
        var data = ByteBuffer()
        data.reserveCapacity(event.jsonCount + 16)
        data.writeString("\ndata: ")
        data.writeBytes(event.json.withoutLineSeparators)
        data.writeString("\n\n")
        self.data = data
    }
}
