public import ZeroMQ

/// A request of a ``RequestClient``, as a ``RouterSocket`` has received it.
///
/// On the wire: an envelope that ends with an empty frame, as that of a REQ; a frame that names the request and goes back as it is;
/// a frame with its key, which is empty when it has none; and its body, any frames. A REP gets all but the envelope, and answers
/// with the name and what ``RequestAnswer`` says.
///
/// ```swift
/// for await message in router.messages {
///     guard let request = RoutedRequest(message) else { continue }
///     try router.send(request.reply(.done(ZMQMultipart(utf8: "\(request.body.text(0)) to you"))))
/// }
/// ```
///
/// A client asks again when its answer is late, perhaps another server or over another connection. ``AnswerMemory`` is for work
/// that must not be done twice.
public struct RoutedRequest: Sendable {
    /// What it is known by when it comes again, 1…255 bytes; `nil` when it may be done as often as it comes, or is never sent twice.
    public let key: [UInt8]?
    /// What is asked for.
    public let body: ZMQMultipart
    /// Where the answer goes, and the name of the request.
    private let head: ZMQMultipart

    /// Reads a request; `nil` for a message that is none, which is best dropped.
    public init?(_ message: borrowing ZMQMultipart) {
        guard !message.isIncomplete else { return nil }
        var end = 0
        while end < message.count, message.size(of: end) > 0 { end += 1 }
        guard message.count > end + 2, message.size(of: end + 2) <= 255 else { return nil }
        var head = ZMQMultipart()
        for index in 0...end + 1 { head.append(message.span(of: index)) }
        self.head = head
        key = message.size(of: end + 2) == 0 ? nil : message.frame(end + 2)
        body = message.frames(from: end + 3)
    }

    /// The message that carries an answer back.
    ///
    /// - Parameter answer: What came of it.
    /// - Returns: What to send over the same socket.
    public func reply(_ answer: RequestAnswer) -> ZMQMultipart {
        var message = head
        answer.append(to: &message)
        return message
    }
}
