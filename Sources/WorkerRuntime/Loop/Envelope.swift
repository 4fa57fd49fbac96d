internal import ZeroMQ

/// The frames of a message before its JSON: whom the answer goes to (RFC 28/REQREP).
///
/// A REQ sends an empty frame first. With `ZMQ_REQ_CORRELATE`, and through brokers, there are others before it: each ROUTER on
/// the way puts one there, so they end with the first that is empty. A DEALER may leave all of them out.
struct Envelope {
    /// The most frames between the routing id and the empty one.
    static var maxAddress: Int { 8 }
    /// The most bytes of each: a routing id has no more, and so their length fits a byte.
    static var maxFrameBytes: Int { 255 }

    /// How many frames an answer begins with: the routing id, and those up to the first empty one, if there is one.
    let count: Int
    /// Whether a frame before the empty one is larger than an address can be; it is the answer's address no more.
    let isMalformed: Bool

    init(of message: borrowing ZMQMultipart) {
        var index = 1
        var isMalformed = false
        while index < message.count {
            let size = message.size(of: index)
            guard size > 0 else {
                count = isMalformed ? 1 : index + 1
                self.isMalformed = isMalformed
                return
            }
            isMalformed = isMalformed || size > Self.maxFrameBytes
            index += 1
        }
        // Without an empty frame, a DEALER's.
        count = min(1, message.count)
        self.isMalformed = false
    }

    /// Whether there are more frames before the empty one than brokers in a row are thought of.
    var isTooLong: Bool { count > Self.maxAddress + 2 }

    /// Whether a message asks for nothing: a socket with `ZMQ_PROBE_ROUTER` sends an empty frame over each new connection, and
    /// a broker hands it on.
    ///
    /// JSON with an empty attachment looks the same. Its sender is answered, as with other bad requests.
    func isProbe(_ message: borrowing ZMQMultipart) -> Bool {
        guard count == message.count, count > 1, !message.isIncomplete else { return false }
        return count == 2 || ![UInt8(ascii: "{"), UInt8(ascii: "[")].contains(message.span(of: 1)[0])
    }
}
