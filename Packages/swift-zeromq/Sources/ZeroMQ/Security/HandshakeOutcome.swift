/// How an attempt to be let in ended.
enum HandshakeOutcome: Sendable, Hashable {
    case admitted
    case failed(ZMQHandshakeFailure)
    /// Nothing came of it in time.
    case timedOut

    /// Whether the other end has decided; otherwise it may have been too busy.
    var isConclusive: Bool {
        switch self {
        case .admitted, .failed(.refused), .failed(.protocolError): true
        case .failed(.interrupted), .timedOut: false
        }
    }
}
