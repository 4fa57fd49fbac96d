/// How an attempt to be let in ended.
enum HandshakeOutcome: Sendable, Hashable {
    case admitted
    case failed(ZMQHandshakeFailure)
    /// Nothing came of it in time.
    case timedOut
}
