internal import CZMQ

extension SocketHandle {
    func send(_ message: inout ZMQMessage) throws(ZMQError) {
        let socket = try unsafe open()
        try requireFrames(message.count)
        let bytes = message.byteCount
        try unsafe checkSending(message.withFrames { unsafe CZMQ_frames_send(socket, $0, $1) }, bytes: bytes)
    }

    /// Receives into an empty message; `false` if nothing is there.
    func take(into message: inout ZMQMessage) throws(ZMQError) -> Bool {
        let socket = try unsafe open()
        guard try unsafe discardRest(socket) else { return false }
        var bytes = 0
        var hasMore = false
        repeat {
            var count = 0
            let result = unsafe CZMQ_frame_take(socket, message.appendEmptyFrame(), &count, &hasMore)
            guard result >= 0 else {
                let error = ZMQError(result: result, "receive")
                message.removeAll()
                guard error.code == .wouldBlock else { throw error }
                return false
            }
            bytes += count
            guard message.count <= maximumFrames, bytes <= maximumBytes else {
                message.removeLast()
                bytes -= count
                message.isIncomplete = true
                if hasMore { discardFollowing() }
                break
            }
        } while hasMore
        countReceived(bytes: bytes)
        return true
    }

    func take(timeout: Duration?) async throws -> ZMQMessage {
        if node.isHoldingUpOthers() { await node.letOthersRun() }
        let box = MessageBox(ZMQMessage())
        if waiters.readers.isEmpty, try take(into: &box.message) { return box.take() }
        try await wait(\.readers, timeout: timeout) { () throws(ZMQError) in try self.take(into: &box.message) }
        return box.take()
    }

    func send(_ message: inout ZMQMessage, timeout: Duration?) async throws {
        if node.isHoldingUpOthers() { await node.letOthersRun() }
        if waiters.writers.isEmpty, try trySending({ () throws(ZMQError) in try send(&message) }) { return }
        var waiting = ZMQMessage()
        swap(&waiting, &message)
        let box = MessageBox(waiting)
        defer { message = box.take() }
        try await wait(\.writers, timeout: timeout) { () throws(ZMQError) in
            try self.trySending { () throws(ZMQError) in try self.send(&box.message) }
        }
    }
}

/// Holds a message while its task waits.
private final class MessageBox {
    var message: ZMQMessage

    init(_ message: consuming ZMQMessage) {
        self.message = message
    }

    func take() -> ZMQMessage {
        var taken = ZMQMessage()
        swap(&taken, &message)
        return taken
    }
}
