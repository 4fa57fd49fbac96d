package import Messages
internal import WireJSON
package import ZeroMQ

extension RequestEngine {
    /// How many messages are best read before they are decided.
    ///
    /// Reading and deciding a message are together more code than the processor's first cache holds (32 KiB), so that each
    /// pushes the other out of it: message by message, nearly every line of code would be fetched anew. The texts of so
    /// many messages still fit the second cache.
    package static var maxRead: Int { 16 }
    /// The bytes of messages after which no more are read together: what a text takes is a multiple of its length, and
    /// is better not taken sixteen times.
    package static var maxReadBytes: Int { 64 << 10 }
    /// What is kept of a message's memory for the next, in bytes.
    private static var maxKept: Int { 256 << 10 }

    /// Reads what a message asks for, and decides nothing.
    ///
    /// - Parameter message: The routing id, an optional address that ends with an empty frame, the JSON frame, attachments.
    /// - Returns: What ``decide(_:_:isAdmitted:)`` takes; also for a message that is none.
    package func read(_ message: ZMQMultipart) -> RequestText {
        let envelope = Envelope(of: message)
        let body = envelope.count
        guard !envelope.isMalformed else {
            return .invalid(
                RPCError(
                    .invalidRequest,
                    "what stands before an empty frame is an address, of frames of at most \(Envelope.maxFrameBytes) bytes; "
                        + "JSON with an empty attachment needs an empty frame before it as well"
                )
            )
        }
        guard !envelope.isTooLong else {
            return .invalid(RPCError(.payloadTooLarge, "an address has at most \(Envelope.maxAddress) frames"))
        }
        guard !message.isIncomplete, message.count - body <= limits.frames else {
            return .invalid(
                RPCError(
                    .payloadTooLarge,
                    "a message has at most \(limits.frames) frames and \(limits.messageBytes) bytes"
                )
            )
        }
        guard message.count > body else { return .invalid(RPCError(.parseError, "the message has no JSON frame")) }
        guard message.size(of: body) <= limits.jsonBytes else {
            return .invalid(RPCError(.payloadTooLarge, "the JSON frame has at most \(limits.jsonBytes) bytes"))
        }
        return RequestText(message.span(of: body), reader: reader, maxBatch: limits.batch)
    }

    /// Gives back what large messages have taken, when they have been decided.
    package func trim() { reader.trim(to: Self.maxKept) }
}
