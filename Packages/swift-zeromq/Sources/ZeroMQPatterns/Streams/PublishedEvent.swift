internal import ZeroMQ

/// An event of a stream that an ``EventHistory`` keeps.
///
/// On the wire: frames with its topic, the epoch, its sequence in decimal, and its payload.
public struct PublishedEvent: SequencedEvent, Hashable {
    /// Its topic, which begins with the name of the stream.
    public let topic: String
    /// The life of the stream.
    public let epoch: String
    /// Its place: 1 for the first of an epoch.
    public let sequence: Int
    /// What it says.
    public let payload: [UInt8]

    /// The payload as text; what is no UTF-8 in it is replaced by U+FFFD.
    public var text: String { String(decoding: payload, as: UTF8.self) }

    /// Whether it is of this life of the stream.
    public func isOf(epoch: String) -> Bool { epoch == self.epoch }

    /// The message that publishes it.
    var message: ZMQMultipart {
        var message = StreamPosition(epoch: epoch, sequence: sequence).message(topic: topic)
        message.append(payload)
        return message
    }
}

extension StreamPosition {
    /// The message that tells it.
    func message(topic: String) -> ZMQMultipart {
        ZMQMultipart(utf8: topic, epoch, "\(sequence)")
    }
}
