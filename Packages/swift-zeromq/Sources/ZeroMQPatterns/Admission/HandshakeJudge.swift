internal import ZeroMQ

/// Finds out from what happens to a connection whether it is kept from standing by its keys.
///
/// Not every fault is told: a service that is greeted with another server's key cannot read that and hangs up, and of two
/// that speak different mechanisms the first to see it hangs up. A service that ends, or is too busy, hangs up as well. So
/// when that happens at once and twice in a row, someone has to ask which mechanism is spoken there.
struct HandshakeJudge {
    typealias Instant = SuspendingClock.Instant

    /// What an event says.
    enum Verdict: Hashable {
        /// Why we are not admitted.
        case fault(AdmissionFault)
        /// Perhaps we are not admitted: ask which mechanism is spoken there.
        case suspect
    }

    /// A peer that hangs up later than this may just have been too slow.
    private static let atOnce = Duration.milliseconds(500)
    /// How often in a row it is no coincidence.
    private static let enough = 2

    private let hasKeys: Bool
    private var connected: Instant?
    private var hangups = 0

    init(hasKeys: Bool) {
        self.hasKeys = hasKeys
    }

    /// - Returns: What this event says of our admission, when it does.
    mutating func judge(_ event: ZMQMonitorEvent.Kind, at now: Instant) -> Verdict? {
        switch event {
        case .connected:
            connected = now
        case .handshakeSucceeded:
            hangups = 0
        case .handshakeFailed(.refused(status: 400)):
            return .fault(hasKeys ? .keyRefused : .keyNeeded)
        case .handshakeFailed(.protocolError(ZMQHandshakeFailure.otherMechanism)):
            return .fault(hasKeys ? .curveMissing : .keyNeeded)
        case .handshakeFailed(.interrupted):
            guard let connected, connected.duration(to: now) < Self.atOnce else {
                hangups = 0
                return nil
            }
            hangups += 1
            return hangups < Self.enough ? nil : .suspect
        case .closed:
            // Nobody is there at the moment.
            hangups = 0
        default:
            break
        }
        return nil
    }

    /// - Parameter mechanism: What is spoken by the peer that hung up; `nil` when that is not known.
    /// - Returns: Why we are not admitted; `nil` when it cannot be our keys.
    mutating func judge(_ mechanism: ZMQMechanism?) -> AdmissionFault? {
        hangups = 0
        return switch (mechanism, hasKeys) {
        case (.curve, true): .wrongServerKey
        case (.curve, false): .keyNeeded
        case (.null, true), (.plain, true): .curveMissing
        case (.null, false), (.plain, false), (nil, _): nil
        }
    }
}
