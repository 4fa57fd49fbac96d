internal import CZMQ

/// Lets peers in, or not: the ZAP handler (ZeroMQ RFC 27) of a node.
///
/// A node has at most one, made before the endpoints that it guards are bound. Once it is closed, or the last reference
/// to it is gone, nobody gets in any more; connections that exist stay.
public final class ZMQAuthenticator {
    /// How many answers are given in an iteration of the node; libzmq keeps the other handshakes waiting.
    private static let handshakesPerIteration = 256

    private let handle: SocketHandle
    private let decide: (ZMQHandshake) -> ZMQVerdict
    private let voucher: String
    private var request = ZMQMultipart()
    private var reply = ZMQMultipart()

    init(handle: SocketHandle, decide: @escaping (ZMQHandshake) -> ZMQVerdict) {
        self.handle = handle
        self.decide = decide
        voucher = handle.node.voucher
    }

    deinit {
        handle.node.releaseSocket(handle.id)
    }

    /// Stops letting anybody in; closing again does nothing.
    public func close() {
        handle.node.requireOwner()
        handle.node.closeSocket(handle.id)
    }

    func answer() {
        for _ in 0..<Self.handshakesPerIteration {
            guard handle.isOpen, (try? handle.receive(into: &request)) == true else { return }
            guard let handshake = ZAPRequest(request) else { continue }
            handshake.write(verdict(on: handshake), voucher: voucher, to: &reply)
            // A connection that ended meanwhile needs no answer.
            try? handle.send(reply)
        }
    }

    /// Anything but a name that can be told is a refusal.
    private func verdict(on request: ZAPRequest) -> ZAPRequest.Answer {
        guard let handshake = request.handshake else { return .refused }
        switch decide(handshake) {
        case .refused: return .refused
        case .busy: return .busy
        case .admitted(let name):
            guard (1...255).contains(name.utf8.count), !name.utf8.contains(0) else { return .failed }
            return .admitted(name)
        }
    }
}
