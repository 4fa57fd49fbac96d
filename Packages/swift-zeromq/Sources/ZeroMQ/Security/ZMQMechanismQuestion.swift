internal import CZMQ

/// Asks a peer which mechanism it speaks; made by ``ZMQNode/askMechanism(of:within:_:)``.
///
/// Nothing is asked any more when the last reference to it is gone.
public final class ZMQMechanismQuestion {
    /// The beginning of a ZMTP 3 greeting (ZeroMQ RFC 23), up to its first version number.
    private static let greeting: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3]
    /// Where the mechanism is in the other's, padded with NULs.
    private static let place = 12..<32

    private let handle: SocketHandle
    private var timer: ZMQTimer?
    private var perform: ((ZMQMechanism?) -> Void)?
    private var message = ZMQMultipart()
    private var heard: [UInt8] = []
    private var isConnected = false

    init(handle: SocketHandle, _ perform: @escaping (ZMQMechanism?) -> Void) {
        self.handle = handle
        self.perform = perform
    }

    deinit {
        handle.node.releaseSocket(handle.id)
    }

    /// Asks no longer; nobody is notified.
    public func cancel() {
        perform = nil
        if let timer { handle.node.cancel(timer) }
        timer = nil
        handle.node.closeSocket(handle.id)
    }

    func begin(_ endpoint: ZMQEndpoint, within limit: Duration) throws(ZMQError) {
        let node = handle.node
        _ = node.sockets.setOnReadable(of: handle.id) { [weak self] in self?.listen() }
        timer = node.schedule(after: limit) { [weak self] in self?.end(nil) }
        try handle.connect(endpoint, security: .none)
    }

    /// A STREAM tells of the connection's beginning and end by an empty frame behind the peer's id.
    private func listen() {
        while perform != nil, (try? handle.receive(into: &message)) == true {
            guard message.count == 2 else { continue }
            guard message.size(of: 1) == 0 else {
                heard += message.frame(1)
                if heard.count >= Self.place.upperBound { end(mechanism) }
                continue
            }
            guard !isConnected else { return end(nil) }
            isConnected = true
            do {
                try handle.send(ZMQMultipart(message.frame(0), Self.greeting))
            } catch {
                end(nil)
            }
        }
    }

    private var mechanism: ZMQMechanism? {
        guard heard[0] == 0xFF, heard[10] >= 3 else { return nil }
        return ZMQMechanism(rawValue: String(decoding: heard[Self.place].prefix { $0 != 0 }, as: UTF8.self))
    }

    private func end(_ answer: ZMQMechanism?) {
        let perform = perform
        cancel()
        perform?(answer)
    }
}
