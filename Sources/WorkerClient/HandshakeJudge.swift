internal import ZeroMQ

/// Finds out from what happens to a connection whether it is kept from standing by its keys.
///
/// A wrong server key is the one fault that the other end cannot tell us: it cannot read us, and hangs up. A service that
/// ends, or is too busy, hangs up as well, but not at once and twice in a row. One without keys does, when it is the first
/// of the two to see that they do not speak the same.
struct HandshakeJudge {
    typealias Instant = SuspendingClock.Instant

    /// Whoever hangs up later than this may just have been too slow.
    private static let atOnce = Duration.milliseconds(500)
    /// How often in a row makes it no coincidence.
    private static let enough = 2

    private let hasKeys: Bool
    private var connected: Instant?
    private var hangups = 0

    init(hasKeys: Bool) {
        self.hasKeys = hasKeys
    }

    /// - Returns: Why we are not let in, when this event settles it.
    mutating func judge(_ event: ZMQMonitorEvent.Kind, at now: Instant) -> AdmissionFault? {
        switch event {
        case .connected:
            connected = now
        case .handshakeSucceeded:
            hangups = 0
        case .handshakeFailed(.refused(status: 400)):
            return hasKeys ? .keyRefused : .keyNeeded
        case .handshakeFailed(.protocolError(ZMQHandshakeFailure.otherMechanism)):
            return hasKeys ? .curveMissing : .keyNeeded
        case .handshakeFailed(.interrupted):
            guard hasKeys, let connected, connected.duration(to: now) < Self.atOnce else {
                hangups = 0
                return nil
            }
            hangups += 1
            return hangups < Self.enough ? nil : .wrongServerKey
        case .closed:
            // Nobody is there at the moment.
            hangups = 0
        default:
            break
        }
        return nil
    }
}
