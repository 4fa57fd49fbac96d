public import ZeroMQ

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Watches whether a connection is kept from standing by its keys, and asks the other end where that is not clear.
///
/// Belongs to the node's thread, and to one socket.
public final class AdmissionWatch {
    /// How long the other end may take to say which mechanism it speaks.
    private static let answerLimit = Duration.seconds(2)

    private let endpoint: ZMQEndpoint
    private let node: ZMQNode
    private let clock = SuspendingClock()
    private var onFault: ((AdmissionFault) -> Void)?
    private var judge: HandshakeJudge
    private var question: ZMQMechanismQuestion?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - endpoint: Whom the socket connects to.
    ///   - security: How it makes itself known.
    ///   - node: The socket's.
    ///   - onFault: Told why we are not admitted; it is to close the socket and to stop this, for libzmq does not try again in
    ///     every case.
    public init(
        of endpoint: ZMQEndpoint,
        as security: ZMQClientSecurity,
        on node: ZMQNode,
        onFault: @escaping (AdmissionFault) -> Void
    ) {
        self.endpoint = endpoint
        self.node = node
        self.onFault = onFault
        judge = HandshakeJudge(hasKeys: security != .none)
    }

    /// Learns what happens to the socket's connections: to learn of all that its monitor tells.
    public func see(_ event: ZMQMonitorEvent) {
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
    public func stop() {
        onFault = nil
        question?.cancel()
        question = nil
    }
}
