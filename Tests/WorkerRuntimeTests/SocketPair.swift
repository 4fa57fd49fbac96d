import Glibc
import ZeroMQ

/// Two ends of a connection without libzmq: one that writes, and a peer that may or may not read.
final class SocketPair {
    private let ends: (own: CInt, peer: CInt)
    /// The connection as its writer sees it.
    let connection: ZMQConnection

    init() throws {
        var ends: [CInt] = [0, 0]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0,
            let connection = ZMQConnection(descriptor: ends[0])
        else { throw POSIXFailure(code: errno) }
        self.ends = (ends[0], ends[1])
        self.connection = connection
    }

    deinit {
        close(ends.own)
        close(ends.peer)
    }

    /// The peer is sent a few bytes.
    func write() {
        _ = unsafe Glibc.write(ends.own, "unread", 6)
    }

    /// The peer takes them.
    func read() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = unsafe Glibc.read(ends.peer, &bytes, bytes.count)
    }

    /// The peer sends something that waits to be taken.
    func send() {
        _ = unsafe Glibc.write(ends.peer, "waiting", 7)
    }

    /// What the peer has sent is taken.
    func take() {
        var bytes = [UInt8](repeating: 0, count: 64)
        _ = unsafe Glibc.read(ends.own, &bytes, bytes.count)
    }

    /// Whether the peer has been hung up on.
    var isOver: Bool {
        var byte: UInt8 = 0
        return unsafe recv(ends.peer, &byte, 1, CInt(MSG_DONTWAIT | MSG_PEEK)) == 0
    }
}

struct POSIXFailure: Error {
    let code: CInt
}
