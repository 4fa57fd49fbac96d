internal import Glibc
internal import ZeroMQ

/// Watches whether a connection is kept from standing by its keys, and asks the other end where that is doubtful.
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
    ///   - onFault: Told why we are not let in; it is to close the socket and to stop this.
    init(of endpoint: ZMQEndpoint, hasKeys: Bool, on node: ZMQNode, onFault: @escaping (AdmissionFault) -> Void) {
        self.endpoint = endpoint
        self.node = node
        self.onFault = onFault
        judge = HandshakeJudge(hasKeys: hasKeys)
    }

    /// Takes note of what happens to the socket's connections.
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
        case .doubtful: ask()
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
