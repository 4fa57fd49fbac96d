internal import Glibc
internal import ZeroMQ
internal import ZeroMQPatterns

/// Watches whether a connection is kept from standing by its keys, and asks the other end where that is not clear.
///
/// Belongs to the node's thread, and to one socket.
final class AdmissionWatch {
    /// How long the other end may take to say which mechanism it speaks.
    private static let answerLimit = Duration.seconds(2)

    private let endpoint: ZMQEndpoint
    private let node: ZMQNode
    private let clock = SuspendingClock()
    private var onFault: ((AdmissionFault) -> Void)?
    private var judge: HandshakeJudge
    private var question: ZMQMechanismQuestion?

    /// - Parameters:
    ///   - endpoint: Whom the socket connects to.
    ///   - hasKeys: Whether it speaks CURVE.
    ///   - node: The socket's.
    ///   - onFault: Told why we are not admitted; it is to close the socket and to stop this.
    init(of endpoint: ZMQEndpoint, hasKeys: Bool, on node: ZMQNode, onFault: @escaping (AdmissionFault) -> Void) {
        self.endpoint = endpoint
        self.node = node
        self.onFault = onFault
        judge = HandshakeJudge(hasKeys: hasKeys)
    }

    /// Learns what happens to the socket's connections.
    func see(_ event: ZMQMonitorEvent) {
        if case .connected = event.kind, let connection = ZMQConnection(descriptor: CInt(event.value)),
            let process = connection.process, process.user != geteuid(), process.user != 0
        {
            // Before the handshake has ended, and so before anything is sent.
            onFault?(.foreignUser(process.user))
            return
        }
        switch judge.judge(event.kind, at: clock.now) {
        case .fault(let fault): onFault?(fault)
        case .suspect: ask()
        case nil: break
        }
    }

    private func ask() {
        guard question == nil, onFault != nil else { return }
        // Without a file descriptor for it the next doubt asks again.
        question = try? node.askMechanism(of: endpoint, within: Self.answerLimit) { [weak self] mechanism in
            guard let self else { return }
            question = nil
            if let fault = judge.judge(mechanism) { onFault?(fault) }
        }
    }

    /// Tells nothing any more.
    func stop() {
        onFault = nil
        question?.cancel()
        question = nil
    }
}

/// Finds out from what happens to a connection whether it is kept from standing by its keys.
///
/// Not every fault is told: a service that is greeted with another server's key cannot read that and hangs up, and of two
/// that speak different mechanisms the first to see it hangs up. A service that ends, or is too busy, hangs up as well. So
/// when that happens at once and twice in a row, somebody has to ask which mechanism is spoken there.
struct HandshakeJudge {
    typealias Instant = SuspendingClock.Instant

    /// What an event says.
    enum Verdict: Hashable {
        /// Why we are not admitted.
        case fault(AdmissionFault)
        /// Perhaps we are not admitted: ask which mechanism is spoken there.
        case suspect
    }

    /// Whoever hangs up later than this may just have been too slow.
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

    /// - Parameter mechanism: What is spoken by whoever hung up; `nil` when that is not known.
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
