package import Messages
internal import WireJSON

extension RequestEngine {
    /// How many messages are best read before they are decided.
    ///
    /// Reading and deciding a message are together more code than the processor's first cache holds (32 KiB), so that
    /// each pushes the other out of it: message by message, nearly every line of code would be fetched again. The texts
    /// of this many messages still fit the second cache.
    package static var maxRead: Int { 16 }
    /// The bytes of messages after which no more are read together: what a text takes is a multiple of its length, and
    /// is better not taken sixteen times.
    package static var maxReadBytes: Int { 64 << 10 }
    /// What is kept of a message's memory for the next, in bytes.
    private static var maxKept: Int { 256 << 10 }

    /// Reads what a message asks for, and decides nothing.
    ///
    /// - Returns: What ``decide(_:as:arrival:)`` takes; also for a message that is none.
    package func read(_ message: borrowing RequestMessage) -> RequestText {
        if case .fault(let error) = message.content { return .invalid(error) }
        guard message.body.count <= limits.jsonBytes else {
            return .invalid(RPCError(.payloadTooLarge, "the JSON frame has at most \(limits.jsonBytes) bytes"))
        }
        return RequestText(message.body.span, reader: reader, maxBatch: limits.batch)
    }

    /// Gives back what large messages have taken, when they have been decided.
    package func trim() { reader.trim(to: Self.maxKept) }
}
