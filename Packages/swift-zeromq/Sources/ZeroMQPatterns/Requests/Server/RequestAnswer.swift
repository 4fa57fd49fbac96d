public import ZeroMQ

/// What a server answers to a request of a ``RequestClient``.
///
/// On the wire: a frame with a word, the one in parentheses, and the frames that follow from it.
public enum RequestAnswer: Sendable, Hashable {
    /// It was done (`done`): with what came of it, any frames.
    case done(ZMQMultipart)
    /// It was not done (`refused`), and is refused whenever it comes again under its key: with why, any frames.
    case refused(ZMQMultipart)
    /// It was not done (`later`): this server can do it later, or another can now. The client waits at least so long before
    /// it asks this one again; a frame with the milliseconds in decimal.
    case later(after: Duration)
    /// It was not done (`elsewhere`), because another server takes writes: its endpoints, as the client writes them, as far as
    /// they are known, a frame each.
    case elsewhere([String])
    /// It failed (`failed`), and nobody knows whether it was done: with what is known, any frames.
    case failed(ZMQMultipart)
}

extension RequestAnswer {
    /// Reads an answer; `nil` when it is none.
    init?(_ message: borrowing ZMQMultipart, at index: Int) {
        guard message.count > index, !message.isIncomplete else { return nil }
        switch message.text(index) {
        case "done": self = .done(message.frames(from: index + 1))
        case "refused": self = .refused(message.frames(from: index + 1))
        case "failed": self = .failed(message.frames(from: index + 1))
        case "elsewhere": self = .elsewhere((index + 1..<message.count).map { message.text($0) })
        case "later":
            let milliseconds = message.count > index + 1 ? Int64(message.text(index + 1)) ?? 0 : 0
            self = .later(after: .milliseconds(max(0, milliseconds)))
        default: return nil
        }
    }

    /// Appends what travels of it.
    func append(to message: inout ZMQMultipart) {
        switch self {
        case .done(let body): message.append("done", body: body)
        case .refused(let body): message.append("refused", body: body)
        case .failed(let body): message.append("failed", body: body)
        case .elsewhere(let endpoints):
            message.append(utf8: "elsewhere")
            for endpoint in endpoints { message.append(utf8: endpoint) }
        case .later(let pause):
            message.append(utf8: "later")
            message.append(utf8: "\(min(max(pause, .zero), .seconds(3600)).count(perSecond: 1_000))")
        }
    }

    /// What it means for the call that it answers; `nil` when that was done.
    var refusal: CallRefusal? {
        switch self {
        case .done: nil
        // The same key gets it again, whenever it comes.
        case .refused: CallRefusal(wasServed: true, provesNoEarlierEffect: true, provesNoLaterEffect: true)
        case .later(let pause): CallRefusal(mayBeSentAgain: true, leastPause: pause, elsewhere: .others)
        case .elsewhere(let endpoints): CallRefusal(mayBeSentAgain: true, elsewhere: .active(endpoints))
        case .failed: CallRefusal(mayHaveHappened: true, mayBeSentAgain: true, cannotStore: true)
        }
    }
}

extension ZMQMultipart {
    /// A message of the frames from one on.
    func frames(from index: Int) -> ZMQMultipart {
        var rest = ZMQMultipart()
        for index in index..<max(index, count) { rest.append(span(of: index)) }
        return rest
    }

    /// Appends a frame with a word, and all frames of another message.
    fileprivate mutating func append(_ word: String, body: ZMQMultipart) {
        append(utf8: word)
        append(body)
    }

    /// Appends all frames of another message.
    mutating func append(_ body: borrowing ZMQMultipart) {
        for index in 0..<body.count { append(body.span(of: index)) }
    }
}
