/// Passes messages on in one direction; on the owner thread.
final class Forwarding {
    private static let messagesAtOnce = 256

    let source: SocketHandle
    let target: SocketHandle
    private(set) var counts = ZMQProxyCounts()
    /// Whether libzmq tells when the target has room again.
    private let isFlowControlled: Bool
    /// What was taken and found no room after all.
    private var held = ZMQMessage()

    init(from source: some ZMQReceivingSocket, to target: some ZMQSendingSocket) {
        self.source = source.handle
        self.target = target.handle
        isFlowControlled = target is any ZMQFlowControlledSocket
    }

    func resume() {
        if hasRoom() {
            _ = source.node.sockets.setOnReadable(of: source.id) { [weak self] in self?.forward() }
        } else {
            _ = source.node.sockets.setOnReadable(of: source.id, perform: nil)
            _ = target.node.sockets.setOnWritable(of: target.id) { [weak self] in self?.resume() }
        }
    }

    func pause() {
        _ = source.node.sockets.setOnReadable(of: source.id, perform: nil)
        _ = target.node.sockets.setOnWritable(of: target.id, perform: nil)
    }

    private func forward() {
        for _ in 0..<Self.messagesAtOnce {
            guard hasRoom() else { return resume() }
            guard source.isOpen, (try? source.take(into: &held)) == true else { return }
            pass()
        }
    }

    /// Asked before a message is taken, so that one that has to wait does so where it can still be read when the proxy ends.
    private func hasRoom() -> Bool {
        if !held.isEmpty { pass() }
        guard held.isEmpty else { return false }
        guard isFlowControlled else { return true }
        return (try? target.readEvents().contains(.writable)) ?? false
    }

    private func pass() {
        do throws(ZMQError) {
            guard !held.isIncomplete else { return drop() }
            try target.send(&held)
            counts.passed += 1
        } catch {
            // Another may have room later, even if the one that had it is gone.
            guard isFlowControlled, error.code == .wouldBlock else { return drop() }
        }
    }

    private func drop() {
        held.removeAll()
        counts.dropped += 1
    }
}
